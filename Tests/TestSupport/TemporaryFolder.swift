import Foundation

/// A fresh empty folder for one test, removed with everything in it when the value is released.
package final class TemporaryFolder: Sendable {
  /// The folder's absolute path, without a trailing slash.
  package let path: String

  package init() throws {
    var template = Array("\(NSTemporaryDirectory())/proffer-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CocoaError(.fileWriteUnknown)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // Folders that a test made unreadable are opened again first; a folder that stays is no test's failure.
    let cleaning = Process()
    cleaning.executableURL = URL(fileURLWithPath: "/bin/sh")
    cleaning.arguments = ["-c", "chmod -R u+rwX \"$1\" 2>/dev/null; rm -rf \"$1\"", "sh", path]
    do {
      try cleaning.run()
      cleaning.waitUntilExit()
    } catch { print("could not remove \(path): \(error)") }
  }

  /// The path of a name inside the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file inside the folder and gives its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes a text file inside the folder and gives its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a shell script that can be run inside the folder and gives its path.
  ///
  /// Another program writes it: a program that another test starts meanwhile has a copy of every descriptor of this
  /// process until it runs, and what anybody has open for writing is not executed.
  @discardableResult
  package func writeScript(_ lines: String, to name: String) throws -> String {
    let run = try ProgramRun.run(
      "/bin/sh", ["-c", "cat > \"$1\" && chmod 755 \"$1\"", "sh", path(name)],
      input: Array("#!/bin/sh\n\(lines)\n".utf8))
    guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path(name)
  }

  /// The bytes of a file inside the folder.
  package func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The names of everything below the folder, sorted, folders with a trailing slash left out.
  package func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}
