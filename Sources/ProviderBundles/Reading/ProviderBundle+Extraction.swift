package import FileSystem

extension ProviderBundle {
  /// Writes a representation out as a file or folder that does not exist yet.
  ///
  /// - Parameter isPrepared: whether a folder is there already, empty, for what is one.
  ///
  /// Every byte's checksum is compared before the copy counts as made. A folder comes back equal: empty folders,
  /// executable bits, links and times included.
  ///
  /// - Throws: ``BundleError`` for a damaged payload, a stale reference or a promise, which this cannot make, and for a
  ///   folder that names the same bytes too many times (``BundleLimits/expandedByteCount``); the file system's error for what cannot be written. What was written until then stays for the caller to remove.
  package func extract(
    _ representation: BundledRepresentation, to destination: FilePath, isPrepared: Bool = false
  ) throws {
    switch representation.storage {
    case .folder(_, let members):
      try checkExpansion { $0(representation) }
      if !isPrepared { try Folder.create(destination) }
      try extract(members, into: destination)
      if let time = representation.modification {
        try FileTree.setModification(destination, time, followingLinks: false)
      }
    case .payload, .inPlace, .promise: try extract(representation, into: OpenFile.creating(destination))
    }
  }

  /// Writes a representation that is one file into an empty file; otherwise as ``extract(_:to:isPrepared:)``.
  package func extract(_ representation: BundledRepresentation, into file: OpenFile) throws {
    switch representation.storage {
    case .payload(let payload):
      try stored(payload).copy(to: file)
      if representation.isExecutable {
        // Whoever may read it may execute it, as far as the file's creation allowed.
        let permissions = try file.status().permissions
        try file.setPermissions(permissions | (permissions & 0o444) >> 2)
      }
      if let time = representation.modification { try file.setModification(time) }
    case .inPlace(let reference):
      try reference.checkFresh()
      let source = try OpenFile.readingRegular(reference.path)
      try file.copy(from: source, at: 0, to: 0, byteCount: reference.byteCount)
      try file.setModification(reference.modification)
      try reference.checkFresh()
    case .folder: preconditionFailure("a folder is extracted to a path")
    case .promise:
      throw BundleError(
        .promiseUnkept,
        "\(representation.typeIdentifier) is only promised in \(path); it has to be converted first")
    }
  }

  private func extract(_ members: FolderMembers, into root: FilePath) throws {
    for member in members {
      let place = root.appending(member.names)
      switch member.content {
      case .folder: try Folder.create(place)
      case .file(let payload, let isExecutable):
        let file = try OpenFile.creating(place, permissions: isExecutable ? 0o777 : 0o666)
        try stored(payload).copy(to: file)
        if let time = member.modification { try file.setModification(time) }
      case .link: break
      }
    }
    // Links come when no file is written any more, so that nothing can be written through one.
    for number in members.indices {
      if let target = members.records.target(of: number) {
        try FileTree.createLink(at: root.appending(members.records.names(of: number)), pointingTo: target)
      }
    }
    // Writing into a folder changes its time, so that folders get theirs last, the deepest first.
    for number in members.indices.reversed() where members.records.kind(of: number) == .folder {
      let member = members[number]
      if let time = member.modification {
        try FileTree.setModification(root.appending(member.names), time, followingLinks: false)
      }
    }
  }
}

extension BundledReference {
  /// Refuses a file that is gone or is no longer as it was packed.
  package func checkFresh() throws(BundleError) {
    do {
      let status = try FileStatus.of(path, followingLinks: false)
      guard status.kind == .regular && status.byteCount == byteCount && status.modification == modification
      else {
        throw BundleError(
          .staleReference,
          "\(path), which the bundle offers in place, has changed since it was packed; pack it again")
      }
    } catch let error as BundleError {
      throw error
    } catch {
      throw BundleError(.staleReference, "what the bundle offers in place is gone: \(error)", cause: error)
    }
  }
}
