import FileSystem

/// A manifest that was read and agrees with what is stored, as far as it was asked for.
struct OpenedManifest {
  private(set) var items = BundledItems()
  /// Everything but the items.
  private(set) var shell = BundleManifest(items: [])
  /// The places of the items in the bundle, counted from 0.
  private(set) var openedItems: Range<Int>
  private(set) var itemCount = 0

  /// The manifest of a storage.
  ///
  /// - Parameters:
  ///   - storage: holds the text, and what it must agree with.
  ///   - path: what messages call the bundle.
  ///   - wanted: the places of the items to read; nil reads all, and then nothing may be stored that none of them names.
  init(
    of storage: any BundleStorage, at path: FilePath, items wanted: Range<Int>?, limits: BundleLimits
  ) throws {
    let text = try storage.manifest(limits: limits)
    let opening: ManifestOpening
    do {
      opening = try ManifestOpening.reading(text, of: storage, at: path, items: wanted, limits: limits)
    } catch let error as FileSystemError {
      throw error
    } catch {
      // What is wrong with the text comes first, and with its line, which only the whole text tells.
      var claims = PayloadClaims()
      let code = (error as? BundleError)?.code
      let isContradicted = code == .manifestDisagrees || code == .claimedTwice
      try ManifestOpening.checkWhole(text, of: path, limits: limits) { item in
        // What the entry is compared with may be but one of two claims.
        if isContradicted { try item.eachPayload { try claims.add($0) } }
      }
      throw error
    }
    items = opening.items
    shell = opening.shell
    itemCount = opening.itemCount
    let first = min(wanted?.lowerBound ?? 0, itemCount)
    openedItems = first..<first + items.count
  }
}

/// The work of reading a manifest.
private struct ManifestOpening {
  private let path: FilePath
  private let storage: any BundleStorage
  /// What was named while all items are read; nil when only some are.
  private var roll: (any PayloadInventory)?
  /// What some items say of their payloads.
  private var claims = PayloadClaims()
  private(set) var items = BundledItems()
  private(set) var shell = BundleManifest(items: [])
  private(set) var itemCount = 0

  private init(_ storage: any BundleStorage, at path: FilePath, isOfAll: Bool) throws {
    self.path = path
    self.storage = storage
    if isOfAll { roll = try storage.roll() }
  }

  static func reading(
    _ text: FileRange, of storage: any BundleStorage, at path: FilePath, items wanted: Range<Int>?,
    limits: BundleLimits
  ) throws -> ManifestOpening {
    let start = try ManifestOpening(storage, at: path, isOfAll: wanted == nil)
    var opening = start
    if wanted == nil { opening.items.reserveCapacity(forTextByteCount: Int(text.byteCount)) }
    var reader = ManifestReader(text, limits: limits)
    if let (shell, itemCount) = try reader.read(items: wanted, { try opening.take($0, at: $1) }) {
      (opening.shell, opening.itemCount) = (shell, itemCount)
    } else {
      // The list of items is spelled in an unusual way, or the text is malformed.
      try checkWhole(text, of: path, limits: limits)
      opening = start
      var count = 0
      let shell = try scan(text, limits: limits) { item, place in
        count += 1
        if wanted?.contains(place) ?? true { try opening.take(item, at: place) }
      }
      (opening.shell, opening.itemCount) = (shell, count)
    }
    try opening.callRoll()
    return opening
  }

  /// Refuses a text that is none of a manifest.
  ///
  /// - Parameter take: is given each item that the text has.
  static func checkWhole(
    _ text: FileRange, of path: FilePath, limits: BundleLimits,
    _ take: (BundledItem) throws -> Void = { _ in }
  ) throws {
    do {
      try BundleManifest.namingLines { _ = try scan(text, limits: limits) { item, _ in try take(item) } }
    } catch let error as BundleError {
      throw BundleError(error.code, "\(path): \(error.message)", cause: error)
    }
  }

  /// Reads a text that is in memory as a whole.
  private static func scan(
    _ text: FileRange, limits: BundleLimits, _ take: (BundledItem, Int) throws -> Void
  ) throws -> BundleManifest {
    let bytes = try text.file.bytes(at: text.offset, count: Int(text.byteCount))
    return try bytes.withUnsafeBytes { bytes in
      var decoder = ManifestDecoder(bytes, limits: limits)
      return try decoder.manifest(take)
    }
  }

  private mutating func take(_ item: BundledItem, at place: Int) throws {
    do throws(BundleError) {
      try item.check(at: place)
      if roll == nil { try item.eachPayload { (payload) throws(BundleError) in try claims.add(payload) } }
    } catch {
      throw BundleError(error.code, "\(path): \(error.message)", cause: error)
    }
    if roll == nil {
      try item.eachPayload { try storage.check($0) }
    } else {
      try item.eachPayload { _ = try roll?.call($0) }
    }
    items.append(item)
  }

  /// Refuses what no item names, which is known when there are no others.
  private mutating func callRoll() throws {
    if roll == nil, items.count == itemCount {
      var roll = try storage.roll()
      for item in items { try item.eachPayload { _ = try roll.call($0) } }
      self.roll = roll
    }
    try roll?.finish()
  }
}
