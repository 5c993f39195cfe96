import Foundation
import PropertyLists
import TestSupport;
import Testing

struct XMLPropertyListReaderTests {
  @Test(arguments: [
    ("<plist><dict><key>a</key></dict></plist>", "invalidKey", 1, 26),
    ("<plist><dict><true/></dict></plist>", "invalidKey", 1, 14),
    ("<plist><array><key>a</key></array></plist>", "invalidKey", 1, 15),
    ("<plist><dict><key>a</key><key>b</key></dict></plist>", "invalidKey", 1, 26),
    ("<plist><array></dict></plist>", "mismatchedTag", 1, 15),
    ("<plist><string>a</key></plist>", "mismatchedTag", 1, 17),
    ("<plist>\n<array>", "unexpectedEnd", 2, 1),
    ("<plist></plist>", "unexpectedEnd", 1, 16),
    ("<plist><true/><false/></plist>", "trailingData", 1, 15),
    ("<plist><true/></plist><true/>", "trailingData", 1, 23),
    ("<plist><thing/></plist>", "unknownElement", 1, 8),
    ("<plist>text</plist>", "misplacedElement", 1, 8),
    ("<plist><string><b/></string></plist>", "misplacedElement", 1, 16),
    ("<plist><true>x</true></plist>", "misplacedElement", 1, 8),
    ("<plist><plist/></plist>", "misplacedElement", 1, 8),
    ("<plist><integer>1.5</integer></plist>", "invalidNumber", 1, 8),
    ("<plist><integer></integer></plist>", "invalidNumber", 1, 8),
    ("<plist><integer>0x</integer></plist>", "invalidNumber", 1, 8),
    ("<plist><real>nano</real></plist>", "invalidNumber", 1, 8),
    ("<plist><real>1e999x</real></plist>", "invalidNumber", 1, 8),
    ("<plist><date>2001-02-29T00:00:00Z</date></plist>", "invalidDate", 1, 8),
    ("<plist><date>2001-01-01</date></plist>", "invalidDate", 1, 8),
    ("<plist><data>QQ=</data></plist>", "invalidData", 1, 8),
    ("<plist><data>Q*==</data></plist>", "invalidData", 1, 8),
    ("<plist><string>&bomb;</string></plist>", "unknownEntity", 1, 16),
    ("<plist><string>&#xD800;</string></plist>", "unknownEntity", 1, 16),
    ("<plist><string>a & b</string></plist>", "unknownEntity", 1, 18),
    ("<plist><true", "unexpectedEnd", 1, 13),
    ("<plist><true a=b/></plist>", "unexpectedCharacter", 1, 16),
    ("<plist><!-- ", "unexpectedEnd", 1, 13),
    ("<!ELEMENT x><plist/>", "unexpectedCharacter", 1, 1),
    ("<?xml version='1.0' encoding='EBCDIC'?><plist/>", "unknownEncoding", 1, 1),
  ])
  func malformedDocumentsAreNamedWithTheirPlace(text: String, code: String, line: Int, column: Int) {
    expectError(PropertyListError.Code(rawValue: code), at: .line(line, column: column), text) {
      try PropertyListReading(xml: Data(text.utf8))
    }
  }

  @Test(arguments: [
    (
      "<data>QQ=</data>",
      "this <data> is not base64: character 3 of its text ends base64 with the wrong number of characters, or with extra bits"
    ),
    // This array has a start tag.
    ("<array><dict></array>", "</array> does not match the open element"),
  ])
  func messagesAreSentencesThatAreTrue(element: String, reason: String) {
    let error = expectThrows(PropertyListError.self) {
      try PropertyListReading(xml: Data("<plist>\(element)</plist>".utf8))
    }
    expectEqual(error?.reason, reason)
  }

  @Test(
    arguments: [
      ([0x41, 0xC3], 2), ([0xEF, 0xBF, 0x41], 1), ([0xC3, 0xA9, 0xFF], 2),
      ([0xEF, 0xBF, 0xBD, 0xED, 0xA0, 0x80], 2),
    ] as [([UInt8], Int)])
  func theFirstMistakeOfUTF8IsFound(bytes: [UInt8], column: Int) {
    let start = "<plist><string>"
    expectError(.invalidText, at: .line(1, column: start.utf8.count + column)) {
      try PropertyListReading(xml: Data(start.utf8) + bytes)
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE], String.Encoding.utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
      ([], .utf16LittleEndian), ([], .utf32BigEndian), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
    ] as [([UInt8], String.Encoding)])
  func unicodeIsReadWithoutADeclaration(mark: [UInt8], encoding: String.Encoding) throws {
    let text = try require("<string>Grüße 😀</string>".data(using: encoding))
    let reading = try PropertyListReading(Data(mark) + text)
    #expect(try reading.node.writeXML().data.contains("Grüße 😀"))
  }

  @Test func halfACharacterOfUTF16IsRefused() {
    expectError(.invalidText) {
      try PropertyListReading(Data([0xFF, 0xFE, 0x3C, 0, 0x61, 0, 0x3E, 0, 0x00, 0xD8, 0x41, 0]))
    }
  }

  @Test func aDeclaredEncodingIsAskedFor() throws {
    let document = Data("<?xml version='1.0' encoding='rot13'?><string>nop</string>".utf8)
    expectError(.unknownEncoding) { try PropertyListReading(document) }
    let reading = try PropertyListReading(document) { name, _ in
      name == "rot13" ? "<string>abc</string>" : nil
    }
    #expect(try reading.node.writeXML().data.contains("<string>abc</string>"))
  }

  @Test func aSetCannotBeWritten() {
    expectError(.unwritable) { try PropertyListNode.array([.set([])]).writeXML() }
  }

  @Test func numbersKeepTheirSpelling() throws {
    let body = "<real>3.14159265358979323846</real>"
    #expect(try PropertyListReading(Data("<plist>\(body)</plist>".utf8)).node.writeXML().data.contains(body))
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
