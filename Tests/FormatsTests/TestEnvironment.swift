import Foundation

/// The environment for programs that a test asks as witnesses: their own place on `PATH`, and UTF-8.
var testEnvironment: [String: String] {
  let inherited = ProcessInfo.processInfo.environment
  return [
    "PATH": inherited["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", "HOME": inherited["HOME"] ?? "/",
    "LC_ALL": "C.UTF-8",
    "PYTHONIOENCODING": "utf-8",
  ]
}
