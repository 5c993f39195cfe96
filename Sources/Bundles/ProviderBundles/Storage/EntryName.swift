import FileSystem
import ZipArchives

/// The one rule of which names an entry of a bundle can have: the writer makes no other, the reader takes no other, and
/// what is saved of a damaged bundle is held against it too.
///
/// It looks at the bytes as they stand. No program that extracts archives folds a character to another one before it
/// writes a file, so that a full-width colon (`：`) is a letter like any other; folding tells only which names some file
/// system takes for one (``EntryPaths/folded(_:)``).
enum EntryName {
  /// Why an entry cannot have a name, as a code and as the end of a sentence; nil when it can.
  static func flaw(of name: UnsafeRawBufferPointer) -> (code: BundleError.Code, reason: String)? {
    if ZipEntryName.hasLongPart(name) {
      return (.limitExceeded, "has a part of more than \(ZipEntryName.longestPart) bytes")
    }
    if let flaw = ZipEntryName.flaw(of: name) { return (BundleError.Code(ZipError.Code(flaw)), flaw.reason) }
    if hasReservedPart(name) {
      return (.reservedName, "is one that not every system can give to a file")
    }
    return nil
  }

  /// The same for bytes that are an array.
  static func flaw(of name: [UInt8]) -> (code: BundleError.Code, reason: String)? {
    name.withUnsafeBytes { flaw(of: $0) }
  }

  /// Refuses to write an entry under a name that no reader would take.
  static func check(_ path: String) throws(BundleError) {
    if let (code, reason) = flaw(of: Array(path.utf8)) {
      throw BundleError(code, "the path \(PrintableText.escaped(path.utf8)) of an entry \(reason)")
    }
  }

  /// Whether a part of a path has a character that Windows forbids, ends in a dot or a space, or is a device's name
  /// there, whatever its extension.
  private static func hasReservedPart(_ path: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    var dot: Int?
    for index in 0...path.count {
      let byte = index < path.count ? path[index] : UInt8(ascii: "/")
      switch byte {
      case UInt8(ascii: "/"):
        if index > start {
          if endsInDotOrSpace(path[start..<index]) || isDevice(path[start..<(dot ?? index)]) { return true }
        }
        start = index + 1
        dot = nil
      case UInt8(ascii: "."): if dot == nil { dot = index }
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "|"),
        UInt8(ascii: "?"), UInt8(ascii: "*"):
        return true
      default: break
      }
    }
    return false
  }

  /// The lengths at which earlier writers cut long names, wherever that was; such bundles are read.
  private static let cutByteCounts = EntryPaths.longestName - 3...EntryPaths.longestName + 1

  private static func endsInDotOrSpace(_ part: Slice<UnsafeRawBufferPointer>) -> Bool {
    (part.last == UInt8(ascii: ".") || part.last == UInt8(ascii: " "))
      && !cutByteCounts.contains(part.count)
  }

  private static func isDevice(_ stem: Slice<UnsafeRawBufferPointer>) -> Bool {
    func begins(_ word: StaticString) -> Bool {
      zip(stem, UnsafeBufferPointer(start: word.utf8Start, count: 3)).allSatisfy { $0 | 0x20 == $1 }
    }
    switch stem.count {
    case 3: return begins("con") || begins("prn") || begins("aux") || begins("nul")
    case 4:
      let isNumbered = UInt8(ascii: "1")...UInt8(ascii: "9") ~= (stem.last ?? 0)
      return isNumbered && (begins("com") || begins("lpt"))
    default: return false
    }
  }
}
