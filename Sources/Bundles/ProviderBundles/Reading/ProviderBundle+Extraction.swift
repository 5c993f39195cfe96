import Foundation
package import ProfferFileSystem

extension ProviderBundle {
  /// Writes a representation as a file or folder that does not exist yet.
  ///
  /// The checksums of all payloads are verified. A folder is restored with its empty folders, executable
  /// bits, links and times. Members whose names are too long for file systems get shorter names
  /// (``BundledRepresentation/shortenedNames()``). Everything is created in the open folder and in folders
  /// created in it. No link is followed, even if another program writes to these folders at the same time.
  ///
  /// - Parameter didCopy: called with the number of bytes that were processed since the last call.
  /// - Throws: ``BundleError`` for a damaged payload, a stale reference, a promise, or a folder that refers
  ///   to the same bytes too often (``BundleLimits/expandedByteCount``); a file system error if something
  ///   cannot be written. The caller must remove what was written before the error.
  package func extract(
    _ representation: BundledRepresentation, as name: FileName, in folder: OpenFolder,
    _ didCopy: (UInt64) throws -> Void = { _ in }
  ) throws {
    switch representation.storage {
    case .folder:
      try checkExpansion { $0(representation) }
      try folder.createFolder(name)
      try fill(folder.subfolder(name), with: representation, didCopy)
    case .payload, .inPlace, .promise: try extract(representation, into: folder.createFile(name), didCopy)
    }
  }

  /// Writes a representation to a path; otherwise like ``extract(_:as:in:)``.
  ///
  /// No other program may write to the folder that contains the path.
  package func extract(_ representation: BundledRepresentation, to destination: FilePath) throws {
    guard let name = destination.lastComponent else {
      throw FileSystemError(.alreadyExists, cannot: "create", destination, because: "it is not a name")
    }
    try extract(representation, as: name, in: OpenFolder(destination.parent))
  }

  /// Writes a representation that is a folder into an empty folder; otherwise like ``extract(_:as:in:)``.
  package func extract(
    _ representation: BundledRepresentation, into folder: OpenFolder,
    _ didCopy: (UInt64) throws -> Void = { _ in }
  ) throws {
    try checkExpansion { $0(representation) }
    try fill(folder, with: representation, didCopy)
  }

  private func fill(
    _ folder: OpenFolder, with representation: BundledRepresentation, _ didCopy: (UInt64) throws -> Void
  ) throws {
    guard case .folder(_, let members) = representation.storage else {
      preconditionFailure("what is not a folder is extracted into a file")
    }
    try extract(members.shortened().members, into: folder, didCopy)
    if let time = representation.modification { try folder.setModification(time) }
  }

  /// Writes a representation that is a single file into an empty file; otherwise like ``extract(_:as:in:)``.
  package func extract(
    _ representation: BundledRepresentation, into file: OpenFile,
    _ didCopy: (UInt64) throws -> Void = { _ in }
  ) throws {
    switch representation.storage {
    case .payload(let payload):
      try stored(payload).copy(to: file, didCopy)
      if representation.isExecutable {
        // Every user who may read the file may also execute it.
        let permissions = try file.status().permissions
        try file.setPermissions(permissions | (permissions & 0o444) >> 2)
      }
      if let time = representation.modification { try file.setModification(time) }
    case .inPlace(let reference):
      try reference.checkFresh()
      let source = try OpenFile.readingRegular(reference.path)
      try StoredPayload.stretches(of: reference.byteCount) { start, byteCount in
        try file.copy(from: source, at: start, to: start, byteCount: byteCount)
        try didCopy(byteCount)
      }
      try file.setModification(reference.modification)
      try reference.checkFresh()
    case .folder: preconditionFailure("a folder is extracted into a folder")
    case .promise:
      throw BundleError(
        .promiseUnkept,
        "\(representation.typeIdentifier) is only promised in \(path); convert it first")
    }
  }

  private func extract(
    _ members: FolderMembers, into root: OpenFolder, _ didCopy: (UInt64) throws -> Void
  ) throws {
    var folders = MemberFolders(of: members, in: root)
    for (number, record) in members.records.enumerated() {
      let folder = try folders.folder(containing: number)
      switch record.content {
      case .folder: try folder.createFolder(record.name)
      case .file(let payload, let isExecutable):
        let file = try folder.createFile(record.name, permissions: isExecutable ? 0o777 : 0o666)
        try stored(payload).copy(to: file, didCopy)
        if let time = record.modification { try file.setModification(time) }
      case .link: break
      }
    }
    // Links are created after all files, so that no file is written through a link.
    for (number, record) in members.records.enumerated() {
      if let target = record.target {
        try folders.folder(containing: number).createLink(record.name, pointingTo: target)
      }
    }
    // Writing into a folder changes its time, so the times of folders are set last, the deepest folder first.
    for (number, record) in members.records.enumerated().reversed() where record.content == .folder {
      if let time = record.modification {
        try folders.folder(containing: number).setModification(of: record.name, time)
      }
    }
  }
}

/// The folders into which the members of a packed folder are extracted.
///
/// Paths are compared by the indices of their folders. For deep folders, this is faster than comparing names.
private struct MemberFolders {
  private let records: [FolderMembers.Record]
  private var descent: FolderDescent
  /// The indices of the folders from the root to the folder that was used last.
  private var way: [Int] = []

  init(of members: FolderMembers, in root: OpenFolder) {
    records = members.records
    descent = FolderDescent(root)
  }

  /// Returns the open folder that contains a member.
  mutating func folder(containing number: Int) throws(FileSystemError) -> OpenFolder {
    var below: [Int] = []
    var next = records[number].parent
    // A folder has a higher index than the folder that contains it, so the indices in `way` are ascending.
    while let folder = next {
      while let last = way.last, last > folder { way.removeLast() }
      if way.last == folder { break }
      below.append(folder)
      next = records[folder].parent
    }
    if next == nil { way = [] }
    below.reverse()
    let sharedCount = way.count
    way += below
    return try descent.folder(sharing: sharedCount, then: below.map { records[$0].name })
  }
}

extension BundledReference {
  /// Reads all bytes of the file; throws if the file has changed since it was packed.
  func bytes() throws -> Data {
    try checkFresh()
    return Data(try OpenFile.readingRegular(path).bytes(at: 0, count: Int(byteCount)))
  }

  /// Throws if the file no longer exists or has changed since it was packed.
  package func checkFresh() throws(BundleError) {
    do {
      let status = try FileStatus.of(path, followingLinks: false)
      guard status.kind == .regular && status.byteCount == byteCount && status.modification == modification
      else {
        throw BundleError(
          .staleReference,
          "\(path), which the bundle refers to, has changed since it was packed; pack it again")
      }
    } catch let error as BundleError {
      throw error
    } catch {
      throw BundleError(
        .staleReference, "the file that the bundle refers to cannot be read: \(error)", cause: error)
    }
  }
}
