import Foundation
import ProfferFileSystem

/// Temporary pages that only the user can read.
///
/// Each page is in a folder of its own, because a browser reads the page after this process has ended. The
/// program that opens a page usually returns at once, so there is no event after which a page is no longer
/// needed. Old pages are therefore removed when the next page is written. In the runtime folder, the system
/// removes them at the end of the login session.
enum PrivatePage {
  /// The name of a page in its folder.
  static let fileName = name(Array("page.html".utf8))
  private static let prefix = Array("proffer-view-".utf8)
  /// The number of characters after the prefix.
  private static let digitCount = 16
  /// The age, in seconds, at which a page is removed.
  private static let mostAge: Int64 = 3600

  /// Writes a page to a new folder, and removes old pages.
  ///
  /// - Returns: the path of the page.
  static func write(_ bytes: [UInt8], in context: ActionContext) throws -> FilePath {
    let base = try base(of: context.folders)
    let folder = base.appending(newName())
    try Folder.create(folder, permissions: 0o700)
    let path = folder.appending(fileName)
    do {
      let file = try OpenFile.creating(path, permissions: 0o600)
      try bytes.withUnsafeBytes { try file.write($0, at: 0) }
      try removeOldPages(in: base, like: FileStatus.of(folder, followingLinks: false), at: context.now())
    } catch let failure {
      do { try FileTree.remove(folder) } catch {
        // The failure is reported. The folder is removed with the old pages.
      }
      throw failure
    }
    return path
  }

  private static func base(of folders: ActionFolders) throws -> FilePath {
    if let runtime = folders.runtime, try FileStatus.ifPresent(runtime)?.kind == .folder { return runtime }
    let temporary = folders.temporary
    // A program that opens the page may have another working folder.
    return temporary.isAbsolute ? temporary : try temporary.resolvingLinks()
  }

  private static func newName() -> FileName {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let zeros = String(repeating: "0", count: digitCount - digits.count)
    return name(prefix + Array((zeros + digits).utf8))
  }

  private static func name(_ bytes: [UInt8]) -> FileName {
    guard let name = FileName(bytes: bytes) else { preconditionFailure("made of parts of names") }
    return name
  }

  /// Removes the folders of old pages that belong to the owner of a new page.
  ///
  /// A folder that cannot be examined or removed is skipped, because it does not affect the new page.
  private static func removeOldPages(
    in base: FilePath, like new: FileStatus, at now: Date
  ) throws(FileSystemError) {
    let folder = try OpenFolder(base)
    for entry in try folder.entries() where isPage(entry.name) {
      do {
        guard let status = try folder.status(of: entry.name), isOld(status, like: new, at: now) else {
          continue
        }
        try folder.remove(entry.name)
      } catch { continue }
    }
  }

  private static func isPage(_ name: FileName) -> Bool {
    let digits = name.bytes.dropFirst(prefix.count)
    return name.bytes.starts(with: prefix) && digits.count == digitCount
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func isOld(_ status: FileStatus, like new: FileStatus, at now: Date) -> Bool {
    status.kind == .folder && status.owner == new.owner && status.permissions & 0o077 == 0
      && status.modification.seconds < Int64(now.timeIntervalSince1970) - mostAge
  }
}
