import Foundation

/// A new empty folder for one test; removed with its contents when the value is released.
package final class TemporaryFolder: Sendable {
  /// The folder's absolute path, without a trailing slash.
  package let path: String

  /// The folder in which the folders of tests are created.
  ///
  /// It is in memory if a large file system in memory exists, because synchronizing takes no time there.
  /// `TMPDIR` overrides it.
  private static let parent: String = {
    #if os(Linux)
      let memory = "/dev/shm"
      // The value of ST_NOEXEC, which is missing from Swift's import of the C library.
      let noExecution: UInt = 8
      var status = statvfs()
      if ProcessInfo.processInfo.environment["TMPDIR"] == nil, statvfs(memory, &status) == 0,
        status.f_flag & noExecution == 0, status.f_bavail * status.f_frsize > 4 << 30,
        access(memory, W_OK | X_OK) == 0
      {
        return memory
      }
    #endif
    return systemFolder
  }()

  /// The folder for temporary files.
  private static var systemFolder: String {
    // `path` removes empty components, so that the result can be compared with prefixes of other paths.
    URL(fileURLWithPath: NSTemporaryDirectory()).path
  }

  /// - Parameter isBesideLoads: whether it is on the file system of the temporary folder, so that files made
  ///   by loads can be linked.
  package init(besideLoads isBesideLoads: Bool = false) throws {
    let parent = isBesideLoads ? Self.systemFolder : Self.parent
    var template = Array("\(parent)/proffer-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CocoaError(.fileWriteUnknown)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      // The test may have removed its own rights to a folder.
      openFolders()
      do { try FileManager.default.removeItem(atPath: path) } catch {
        print("could not remove \(path): \(error)")
      }
    }
  }

  /// Gives the owner all rights to this folder and to all folders in it.
  private func openFolders() {
    var folders = [path]
    while let folder = folders.popLast() {
      chmod(folder, 0o700)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        if attributes?[.type] as? FileAttributeType == .typeDirectory { folders.append("\(folder)/\(name)") }
      }
    }
  }

  /// The path of a name in the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in the folder and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes a text file in the folder and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes an executable shell script in the folder and returns its path.
  ///
  /// The file is written by another program. The system does not execute a file that is open for writing, and
  /// a program started by another test has copies of this process's descriptors for a moment.
  @discardableResult
  package func writeScript(_ lines: String, to name: String) async throws -> String {
    let run = try await ProgramRun.run(
      "/bin/sh", ["-c", "cat > \"$1\" && chmod 755 \"$1\"", "sh", path(name)],
      input: Array("#!/bin/sh\n\(lines)\n".utf8))
    guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path(name)
  }

  /// The bytes of a file in the folder.
  package func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The relative paths of everything below the folder, sorted.
  package func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}
