import Foundation
import ProfferConversions
import StructuredFormats

/// Property lists, XML and binary: an accepted list is written in both forms and read again.
struct PropertyListFuzzer: Fuzzer {
  let material: Material

  init() throws {
    let value = StructuredValue.dictionary([
      StructuredMember("name", .string("Trip é 😀 <&>")),
      StructuredMember("numbers", [1, -1, 70_000, true]),
      StructuredMember("date", .date(Date(timeIntervalSinceReferenceDate: 700_000_000))),
      StructuredMember("data", .data(Data(0..<40))),
      StructuredMember(
        "inner", .dictionary([StructuredMember("uid", .uid(7)), StructuredMember("e", .array([]))])),
    ])
    let reals = Data(
      "<plist><array><real>1.5</real><real>nan</real><integer>0xFF</integer><false/></array></plist>".utf8)
    let realValue = try StructuredValue.readPropertyList(reals).value
    let own = Material(
      seeds: try [
        value.writeXMLPropertyList().data, value.writeBinaryPropertyList().data, reals,
        realValue.writeBinaryPropertyList().data,
        StructuredValue.array([.array([.string("a"), .string("a")]), .string("b")]).writeBinaryPropertyList()
          .data,
      ].map { [UInt8]($0) },
      words: [
        "<dict>", "</dict>", "<array>", "</array>", "<array/>", "<key>", "</key>", "<string>", "<real>",
        "inf", "<date>",
        "2024-02-30T00:00:00Z", "<data>", "====", "<integer>", "0x", "<!--", "-->", "<![CDATA[", "]]>",
        "&lt;", "&#x0;",
        "&#1114112;", "&a;", "<!DOCTYPE a [<!ENTITY a \"b\">]>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "bplist00",
        "<key>CF$UID</key>", "\u{10}", "\u{08}", "\u{13}", "\u{80}", "\u{D1}",
      ],
      pairs: [
        ("<array>", "</array>"), ("<dict><key>a</key>", "</dict>"), ("<!--", "-->"), ("<![CDATA[", "]]>"),
        ("<string>", "</string>"),
      ],
      shapes: [
        GrowingShape("<plist>", repeating: "<array>"),
        GrowingShape("<plist><array>", repeating: "<true/>", "</array></plist>"),
        GrowingShape("<plist><string>", repeating: "&lt;", "</string></plist>"),
        GrowingShape("<plist>", repeating: "<!-- -->"), GrowingShape("<plist><!--", repeating: "-"),
        GrowingShape("<!DOCTYPE plist [", repeating: "<!ENTITY a \"b\">", "]><plist/>"),
        GrowingShape("<plist><integer>", repeating: "9", "</integer></plist>"),
        GrowingShape("<plist><real>0.", repeating: "9", "</real></plist>"),
        GrowingShape("<plist><data>", repeating: "QUJD\n", "</data></plist>"),
        GrowingShape("<plist><dict>", repeating: "<key>a</key><string>b</string>", "</dict></plist>"),
        GrowingShape("<plist><string>", repeating: "<![CDATA[]]>", "</string></plist>"),
        GrowingShape(repeating: "<"), GrowingShape("<plist ", repeating: "a='b' "),
      ])
    material = try own.addingCases("plist", in: "structured-values")
  }

  func check(_ input: [UInt8]) throws(Finding) {
    guard let value = try read(Data(input)) else { return }
    try checkRoundTrip(value, as: "XML") { try value.writeXMLPropertyList() }
    try checkRoundTrip(value, as: "binary") { try value.writeBinaryPropertyList() }
  }

  /// Reads a property list; nil if it is rejected with a documented error.
  private func read(_ data: Data) throws(Finding) -> StructuredValue? {
    do {
      return try StructuredValue.readPropertyList(data).value
    } catch is CoderError {
      return nil
    } catch {
      throw Finding("rejected with an error of another kind: \(error)")
    }
  }

  private func checkRoundTrip(
    _ value: StructuredValue, as form: String, _ write: () throws -> Written
  ) throws(Finding) {
    let written: Written
    do {
      written = try write()
    } catch let error as CoderError where [.tooDeep, .unwritable].contains(error.code) {
      return
    } catch {
      throw Finding("cannot be written as \(form): \(error)")
    }
    guard let again = try read(written.data) else {
      throw Finding("written as \(form) it cannot be read")
    }
    try Finding.unless(
      !written.losses.isEmpty || again == value,
      "written as \(form) without loss and read, it differs")
  }
}
