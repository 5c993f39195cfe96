/// The items of a bundle, in order, each made when it is asked for.
///
/// A bundle may hold 100,000 items: they are kept in a fraction of the memory that as many values take. Asking for an
/// item costs about a microsecond for each of its representations, so that an item that is used often is better kept.
public struct BundledItems: Sendable, RandomAccessCollection {
  private var bytes: [UInt8] = []
  /// Where each item ends in the bytes.
  private var ends: [Int] = []
  /// The folders of many members, which are no part of the bytes.
  private var folders: [FolderMembers] = []

  /// Packs items.
  package init(_ items: some Sequence<BundledItem> = []) {
    for item in items { append(item) }
  }

  /// Makes room for items that have so many bytes in a manifest, so that they are not copied as they grow.
  ///
  /// Packed, they have fewer. Room that nothing is put into takes no memory.
  mutating func reserveCapacity(forTextByteCount byteCount: Int) { bytes.reserveCapacity(byteCount / 2) }

  /// Packs an item behind the others.
  mutating func append(_ item: BundledItem) {
    var packer = ItemPacker(bytes: bytes, folders: folders)
    // The packer has the only copy while it appends.
    bytes = []
    folders = []
    packer.item(item)
    bytes = packer.bytes
    folders = packer.folders
    ends.append(bytes.count)
  }

  /// The place of the first item.
  public var startIndex: Int { 0 }
  /// How many items there are.
  public var endIndex: Int { ends.count }

  /// The item at a place, counted from 0.
  public subscript(position: Int) -> BundledItem {
    let start = position == 0 ? 0 : ends[position - 1]
    return bytes.withUnsafeBytes { bytes in
      var unpacker = ItemUnpacker(bytes: bytes[start..<ends[position]], folders: folders)
      return unpacker.item()
    }
  }
}

extension BundledItems: Equatable {
  /// Whether two bundles hold equal items.
  public static func == (left: BundledItems, right: BundledItems) -> Bool {
    // Equal items are packed alike.
    left.ends == right.ends && left.bytes == right.bytes && left.folders == right.folders
  }
}
