import FileSystem

extension BundledItem {
  /// Refuses an item that a reader with these limits would refuse.
  ///
  /// - Parameter itemPlace: the item's, counted from 0.
  func check(_ limits: BundleLimits, at itemPlace: Int) throws(BundleError) {
    try limits.check(suggestedName?.utf8.count, "name", of: "item \(itemPlace + 1)")
    guard representations.count <= limits.representationCount else {
      throw BundleError(
        .limitExceeded,
        "item \(itemPlace + 1) has \(representations.count) representations; the limit is \(limits.representationCount)"
      )
    }
    for (index, representation) in representations.enumerated() {
      try representation.check(limits, at: BundledItem.Place(item: itemPlace + 1, representation: index + 1))
    }
  }
}

extension BundledRepresentation {
  fileprivate func check(_ limits: BundleLimits, at place: BundledItem.Place) throws(BundleError) {
    try limits.check(typeIdentifier.utf8.count, "type", of: "\(place)")
    try limits.check(name?.bytes.count, "name", of: "\(place)")
    switch audience {
    case .all: break
    case .team(let team): try limits.check(team.utf8.count, "team", of: "\(place)")
    case .group(let group): try limits.check(group.utf8.count, "group", of: "\(place)")
    }
    switch storage {
    case .payload(let payload): try limits.check(payload.path.utf8.count, "path", of: "\(place)")
    case .folder(_, let members): try members.check(limits, at: place)
    case .inPlace(let reference): try limits.check(reference.path.bytes.count, "path", of: "\(place)")
    case .promise(_, let coder): try limits.check(coder.utf8.count, "coder", of: "\(place)")
    }
  }
}

extension FolderMembers {
  /// Refuses members that a reader would refuse for their number, names or targets; their paths are checked when they
  /// are made.
  fileprivate func check(_ limits: BundleLimits, at place: BundledItem.Place) throws(BundleError) {
    guard count <= limits.memberCount else {
      throw BundleError(
        .limitExceeded,
        "the folder that is \(place) has \(count) files, folders and links; the limit is \(limits.memberCount)"
      )
    }
    for number in indices {
      let record = records[number]
      try limits.check(record.name.bytes.count, "name below it", of: "\(place)")
      if case .link(let target) = record.content {
        try limits.check(target.count, "link below it", of: "\(place)")
      }
    }
  }
}

extension BundleLimits {
  /// Refuses the path of an entry that is longer than the longest name.
  func check(path: String) throws(BundleError) {
    guard path.utf8.count > nameByteCount else { return }
    throw BundleError(
      .limitExceeded,
      "a path in the bundle would have \(path.utf8.count) bytes; the limit is \(nameByteCount): "
        + "\(PrintableText.escaped(path.utf8.prefix(64)))…")
  }

  /// Refuses a manifest with more items, or type declarations, than a reader takes.
  func check(_ count: Int, _ what: String, most: Int) throws(BundleError) {
    guard count > most else { return }
    throw BundleError(.limitExceeded, "the bundle would have \(count) \(what); the limit is \(most)")
  }

  /// Refuses a manifest that a reader would not take in.
  func check(manifestByteCount count: UInt64) throws(BundleError) {
    guard count > UInt64(manifestByteCount) else { return }
    throw BundleError(
      .limitExceeded, "manifest.json would have \(count) bytes; the limit is \(manifestByteCount)")
  }

  fileprivate func check(
    _ byteCount: Int?, _ what: String, of place: @autoclosure () -> String
  ) throws(BundleError) {
    guard let byteCount, byteCount > nameByteCount else { return }
    throw BundleError(
      .limitExceeded, "\(place()) has a \(what) of \(byteCount) bytes; the limit is \(nameByteCount)")
  }
}
