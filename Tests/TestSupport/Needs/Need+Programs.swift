import Foundation
import SystemPackages

extension Need {
  /// A program in a folder of ``ProgramRun/searchPath``.
  ///
  /// If its package for apt has another name, the table `packages` below contains it, unless `SystemPackage` does.
  ///
  /// - Parameter command: the name of the program.
  package static func program(_ command: String) -> Need {
    Need(command, in: package(of: command)) { InstalledProgram(command) != nil }
  }

  /// ImageMagick.
  ///
  /// Other programs are named `convert` as well.
  package static let imageMagick = Need(
    "ImageMagick", in: package(of: "convert"), after: [.program("convert")]
  ) {
    await succeeds("convert --version | grep ImageMagick")
  }

  /// The programs of Poppler that read PDF.
  package static let poppler = Need(
    "Poppler", in: package(of: "pdftotext"),
    after: ["pdfinfo", "pdftotext", "pdftohtml", "pdftocairo"].map { .program($0) }
  ) { true }

  /// A module of the Python that is the first on the search path.
  ///
  /// - Parameters:
  ///   - name: the name of the module.
  ///   - package: the name of its package for apt.
  package static func python(_ name: String, in package: String) -> Need {
    Need("the Python module \(name)", in: SystemPackage(name, [.apt: package]), after: [.program("python3")])
    {
      await succeeds("python3 -c 'import \(name)'")
    }
  }

  /// The table of file names of the desktop's types.
  package static let sharedMIMEInfo = Need(
    "shared-mime-info", in: SystemPackage("shared-mime-info", [.apt: "shared-mime-info"])
  ) { FileManager.default.fileExists(atPath: "/usr/share/mime/globs2") }

  /// Returns whether a shell command succeeds with the search path of the tests.
  static func succeeds(_ script: String) async -> Bool {
    do { return try await ProgramRun.run("/bin/sh", ["-c", script]).status == 0 } catch {
      // A machine without a shell has no other program either.
      return false
    }
  }

  private static func package(of command: String) -> SystemPackage {
    if let known = SystemPackage.program(command) { return known }
    return SystemPackage(command, [.apt: packages[command] ?? command])
  }

  /// For each program in a package of another name, the package for apt.
  private static let packages = [
    "7z": "p7zip-full", "Xvfb": "xvfb", "flock": "util-linux", "gcc": "gcc", "java": "default-jre-headless",
    "javac": "default-jdk-headless", "man": "man-db", "setsid": "util-linux", "unshare": "util-linux",
    "wl-copy": "wl-clipboard",
  ]
}

/// A program in a folder of ``ProgramRun/searchPath``.
package struct InstalledProgram: Sendable {
  /// The path of the program.
  package let path: String

  /// Finds a program; nil if it is not installed.
  package init?(_ command: String) {
    let places = ProgramRun.searchPath.split(separator: ":").map { "\($0)/\(command)" }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }
}
