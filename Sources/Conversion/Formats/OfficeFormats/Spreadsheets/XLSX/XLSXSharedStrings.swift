import ProfferConversions
import XMLText

/// The texts that the cells of a workbook share.
///
/// The texts are stored in one buffer of UTF-8, and a text becomes a `String` only when a cell uses it.
struct XLSXSharedStrings {
  private var bytes: [UInt8] = []
  /// For each text, the offset of its end, shifted by the two bits of its marks.
  private var ends: [Int] = []

  init() {}

  /// Reads the part with the texts.
  ///
  /// - Parameter byteLimit: the maximum size of the texts in bytes.
  init(_ xml: inout PackageXML<XLSXName>, part: PartName, byteLimit: Int) throws(CoderError) {
    try xml.readRoot(.sharedStrings, of: part)
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      guard name == .sharedString else {
        try xml.skipElement()
        continue
      }
      let text = try XLSXText(&xml, appendingTo: &bytes)
      // Each text also needs memory for its end.
      guard bytes.count + ends.count * 8 <= byteLimit else {
        throw CoderError(
          .tooLarge, "the texts that cells share need more than \(byteLimit) bytes", subject: part.path)
      }
      ends.append(bytes.count << 2 | (text.isRich ? 1 : 0) | (text.hasPhoneticGuide ? 2 : 0))
    }
  }

  /// A text and its marks.
  struct Entry {
    let range: Range<Int>
    let isRich: Bool
    let hasPhoneticGuide: Bool
  }

  /// Returns the entry with a number; nil if there is none.
  func entry(_ number: Int) -> Entry? {
    guard ends.indices.contains(number) else { return nil }
    let end = ends[number]
    let start = number > 0 ? ends[number - 1] >> 2 : 0
    return Entry(range: start..<end >> 2, isRich: end & 1 != 0, hasPhoneticGuide: end & 2 != 0)
  }

  func text(of entry: Entry) -> String {
    bytes.withUnsafeBytes {
      String(decoding: UnsafeRawBufferPointer(rebasing: $0[entry.range]), as: UTF8.self)
    }
  }
}
