import Foundation
import ProfferConversions
import TestSupport
import TextEncodings
import UniformTypes

/// Text in all encodings: decoded whole and in pieces, encoded, and with its encoding detected.
///
/// The first byte of an input selects the encoding of the rest.
struct TextFuzzer: Fuzzer {
  let material: Material

  private static let encodings = TextEncoding.Form.allCases.flatMap {
    $0.rawValue.hasPrefix("UTF")
      ? [TextEncoding($0), TextEncoding($0, byteOrderMark: true)] : [TextEncoding($0)]
  }
  private static let registry = ConversionRegistry(.text, types: .standard)
  private static let types = [
    "public.plain-text", "public.utf8-plain-text", "public.utf16-plain-text",
    "public.utf16-external-plain-text",
  ]

  init() throws {
    let cases = try Self.cases()
    let samples = [
      "Grüße, “quotes” – €\r\n", "日本語ｶﾅ、中文。한국어\n", "Привет, Ελλάδα, שלום, مرحبا, สวัสดี",
      "e\u{301} 👩‍👩‍👧 𝄞 \u{FEFF}\u{0}x",
    ]
    let bytes = Self.encodings.indices.map { index in
      let encoding = Self.encodings[index]
      return [UInt8(index)]
        + samples.flatMap { sample in
          // A seed contains only the characters that its encoding can represent.
          sample.flatMap { character -> Data in
            let written = encoding.encode(String(character))
            return written.losses.isEmpty ? written.data : Data()
          }
        }
    }
    let units =
      ["a", "é", "\u{D6}\u{D0}", "\n"].map { Array($0.utf8) } + [[0x81], [0xFF], [0, 0xD8], [0x8F, 0xA1]]
    material = Material(
      seeds: bytes + cases,
      words: ["a", "é", "日", "😀", "\r", "\u{FFFD}"],
      shapes: [1, 3, 5, 7, 9].flatMap { (first: UInt8) in
        units.map { GrowingShape(beginning: [first * 2], unit: $0) }
      }
        + Self.encodings.indices.filter { Self.encodings[$0].description.contains("J") }.flatMap { index in
          units.map { GrowingShape(beginning: [UInt8(index)], unit: $0) }
        })
  }

  /// The bytes of the cases, each after the byte that selects its encoding.
  private static func cases() throws -> [[UInt8]] {
    try CaseFolder.files(in: "encodings").flatMap(\.entries).compactMap { entry in
      func section(_ name: String) -> CaseFile.Section? { entry.sections.first { $0.name == name } }
      guard let name = section("encoding")?.text, let bytes = section("bytes")?.bytes,
        let index = encodings.firstIndex(where: { $0 == TextEncoding(name: name) })
      else { return nil }
      return [UInt8(index)] + bytes
    }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    guard let first = input.first else { return }
    let encoding = Self.encodings[Int(first) % Self.encodings.count]
    let bytes = Data(input.dropFirst())
    let reading = encoding.decode(bytes)
    try checkPieces(of: bytes, in: encoding, reading)
    try checkStability(of: reading.value, in: encoding)
    for type in Self.types {
      try checkUnstated(reading.value, as: type)
      try checkEvents(bytes, as: type)
    }
    _ = TextEncoding(name: String(decoding: bytes.prefix(40), as: UTF8.self))
  }

  private func checkPieces(of bytes: Data, in encoding: TextEncoding, _ whole: Reading<String>)
    throws(Finding)
  {
    var text: [UInt8] = []
    let repairCount = bytes.withUnsafeBytes { bytes in
      encoding.forEachPiece(of: bytes, byteCount: 64) { text.append(contentsOf: $0) }
    }
    try Finding.unless(
      text.elementsEqual(whole.value.utf8), "\(encoding), decoded in pieces, differs")
    try Finding.unless(
      repairCount == whole.losses.reduce(0) { $0 + $1.count },
      "\(encoding), decoded in pieces, has \(repairCount) repairs, and \(whole.losses) as a whole")
  }

  /// Checks that text encoded without loss is decoded to the same text, and that decoded text can be encoded.
  private func checkStability(of text: String, in encoding: TextEncoding) throws(Finding) {
    let written = encoding.encode(text)
    let again = encoding.decode(written.data)
    try Finding.unless(again.losses.isEmpty, "\(encoding) cannot read what it wrote: \(again.losses)")
    if written.losses.isEmpty {
      try Finding.unless(
        again.value.utf8.elementsEqual(text.utf8), "\(encoding), encoded and decoded, differs")
    } else {
      let second = encoding.encode(again.value)
      try Finding.unless(
        second.losses.isEmpty && second.data == written.data, "\(encoding), encoded again, differs")
    }
  }

  private func checkUnstated(_ text: String, as type: String) throws(Finding) {
    do {
      guard let writer = Self.registry.writers(of: type).first,
        let reader = Self.registry.readers(of: type).first
      else { throw Finding("\(type) cannot be read and written") }
      let written = try writer.write(text, type)
      let again = try reader.read(RepresentationSource(written.data, typeIdentifier: type))
      let same = (again.value as? String)?.utf8.elementsEqual(text.utf8) ?? false
      try Finding.unless(same && again.losses.isEmpty, "written as \(type) and read, it differs")
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("\(type) is rejected: \(error)")
    }
  }

  private func checkEvents(_ bytes: Data, as type: String) throws(Finding) {
    let source = RepresentationSource(bytes, typeIdentifier: type)
    for destination in Self.types {
      do {
        let plan = try Self.registry.plan(from: [type], to: destination)
        let whole = try plan.run(on: source)
        var pieces = Data()
        let report = try plan.stream(source) { pieces.append(contentsOf: $0) }
        try Finding.unless(
          pieces == whole.data && report.losses == whole.losses && report.warnings == whole.warnings,
          "\(type) to \(destination) as events differs")
      } catch let finding as Finding {
        throw finding
      } catch {
        throw Finding("\(type) to \(destination) is rejected: \(error)")
      }
    }
  }
}
