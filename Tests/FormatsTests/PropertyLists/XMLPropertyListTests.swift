import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats
@testable import TextEncodings

struct XMLPropertyListTests {
  private static let exact: RandomValues.Kinds = [
    .dataAndWholeDates, .uids, .hugeIntegers, .spelledReals, .infinities, .subtleText,
  ]

  private func read(_ text: String) throws -> StructuredValue {
    try StructuredValue.readXMLPropertyList(Data(text.utf8)).value
  }

  private func readBody(_ body: String) throws -> StructuredValue { try read("<plist>\(body)</plist>") }

  // MARK: Laws

  @Test func writtenPropertyListsReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, Self.exact)
    for _ in 0..<Repetitions.count(80, long: 300) {
      let value = random.value()
      let written = try value.writeXMLPropertyList()
      #expect(written.losses.isEmpty)
      let back = try StructuredValue.readXMLPropertyList(written.data).value
      #expect(back == value, "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test func theLayoutIsThatOfFoundation() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates, .plain])
    for _ in 0..<Repetitions.count(50, long: 200) {
      let value = random.value(depth: 6)
      let theirs = try PropertyListSerialization.data(
        fromPropertyList: ReferenceImplementations.foundationObject(value), format: .xml, options: 0)
      let ours = try value.writeXMLPropertyList().data
      #expect(
        String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self), "seed \(seed)")
    }
  }

  @Test func dataIsIndentedAsInFoundationAtEveryDepth() throws {
    var value = StructuredValue.data(Data((0..<200).map { UInt8($0) }))
    for _ in 0..<12 {
      let theirs = try PropertyListSerialization.data(
        fromPropertyList: ReferenceImplementations.foundationObject(value), format: .xml, options: 0)
      #expect(try value.writeXMLPropertyList().data == theirs)
      value = [value]
    }
  }

  @Test func foundationReadsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates])
    for _ in 0..<Repetitions.count(25, long: 100) {
      let value = random.value()
      let object = try PropertyListSerialization.propertyList(
        from: value.writeXMLPropertyList().data, format: nil)
      let theirs = try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0)
      let back = try StructuredValue.readXMLPropertyList(theirs).value
      #expect(back.isEquivalent(to: value), "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test func pythonReadsTheSame() async throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates, .subtleText, .infinities])
    let value = StructuredValue.array((0..<100).map { _ in random.value() })
    let theirs = try await ReferenceImplementations.python(
      rewriting: value.writeXMLPropertyList().data, asXML: true)
    let back = try StructuredValue.readXMLPropertyList(theirs).value
    #expect(back == value, "seed \(seed): \(difference(back, value) ?? "")")
  }

  // MARK: Losses

  @Test func charactersThatXMLLacksAreReplacedAndCounted() throws {
    let value: StructuredValue = [
      "gone": nil, "list": [1, nil, 2], "when": .date(Date(timeIntervalSinceReferenceDate: 1.5)),
      "text": "a\u{0}b\u{FFFF}c\rd",
    ]
    let written = try value.writeXMLPropertyList()
    #expect(
      try StructuredValue.readXMLPropertyList(written.data).value == [
        "list": [1, "", 2], "when": .date(Date(timeIntervalSinceReferenceDate: 1)),
        "text": "a\u{FFFD}b\u{FFFD}c\rd",
      ])
    #expect(written.losses.map(\.kind) == [.nulls, .nulls, .precision, .characters])
    #expect(written.losses.map(\.count) == [1, 1, 1, 2])
  }

  @Test func aNullAloneIsAnError() {
    expectError(.unwritable) { try StructuredValue.null.writeXMLPropertyList() }
    expectError(.unwritable) { try StructuredValue.null.writeBinaryPropertyList() }
  }

  @Test func aDictionaryThatLooksLikeAUIDGivesAWarning() throws {
    let written = try (["CF$UID": 5] as StructuredValue).writeXMLPropertyList()
    #expect(written.warnings.count == 1)
    #expect(try StructuredValue.readXMLPropertyList(written.data).value == .uid(5))
  }

  // MARK: Reading

  @Test(
    arguments: [
      ("<integer>0x1F</integer>", 31), ("<integer> -0X10 </integer>", -16), ("<integer>+7</integer>", 7),
      ("<integer>\n0012\t</integer>", 12), ("<real>+.5</real>", 0.5), ("<real> 5. </real>", 5.0),
      ("<real>1e3</real>", 1000.0), ("<string>a<![CDATA[<&b]]>&#x63;&#100;&amp;</string>", "a<&bcd&"),
      ("<string/>", ""), ("<true></true>", true), ("<false/>", false),
      ("<array><!-- x --><?p i?></array>", []),
      ("<array id='>'><dict a = \"b\"/></array>", [[:]]), ("<string> a </string>", " a "),
      ("<string><![CDATA[x]]></string>", "x"), ("<string>&#128512;&lt;&gt;&quot;&apos;</string>", "😀<>\"'"),
    ] as [(String, StructuredValue)])
  func spellingsThatOthersWriteAreRead(body: String, value: StructuredValue) throws {
    #expect(try readBody(body) == value)
  }

  @Test func hexadecimalIntegersReach128Bits() throws {
    let value = try readBody("<integer>0xffffffffffffffffffffffffffffffff</integer>")
    #expect(
      value == .integer(try #require(StructuredInteger(decimal: "340282366920938463463374607431768211455"))))
    expectError(.invalidNumber) { try readBody("<integer>0x1ffffffffffffffffffffffffffffffff</integer>") }
  }

  @Test func anInternalDocumentTypeIsSkipped() throws {
    let text = """
      <?xml version="1.0"?>
      <!-- > -->
      <!DOCTYPE plist [ <!ENTITY a "b>]"> <!-- ]> --> <!ELEMENT plist ANY> ]>
      <plist version="1.0"><string>x</string></plist>
      """
    #expect(try read(text) == "x")
  }

  @Test func aValueWithoutThePlistElementIsRead() throws {
    #expect(try read("<dict><key>a</key><true/></dict>") == ["a": true])
  }

  @Test(arguments: [
    "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "ISO-8859-1", "windows-1252", "macintosh", "UTF-8",
  ])
  func declaredEncodingsAreRead(name: String) throws {
    let encoding = try #require(TextEncoding(name: name))
    let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<plist><string>Grüße</string></plist>"
    #expect(try StructuredValue.readXMLPropertyList(encoding.encode(text).data).value == "Grüße")
    let marked = TextEncoding(encoding.form, byteOrderMark: true).encode(text)
    #expect(try StructuredValue.readXMLPropertyList(marked.data).value == "Grüße")
  }

  // MARK: Malformed documents

  @Test func aMistakeIsNamedWithItsPlace() {
    let error = expectError(.invalidKey, at: .line(2, column: 7)) {
      try read("<plist>\n<dict><true/></dict></plist>")
    }
    #expect(error?.message.hasPrefix("line 2, column 7: ") == true)
  }

  @Test func bytesThatAreNotUTF8AreNamedWithTheirPlace() {
    let bytes = Data("<plist>\n<string>é".utf8) + [0xC3] + Data("</string></plist>".utf8)
    expectError(.invalidText, at: .line(2, column: 10)) { try StructuredValue.readXMLPropertyList(bytes) }
  }

  @Test func aDocumentCutAnywhereOrWithAnyByteFlippedNeverTraps() throws {
    let value: StructuredValue = [
      "a": [1, 2.5, true, "x&y<é"], "b": .data(Data([1, 2, 3])),
      "c": .date(Date(timeIntervalSinceReferenceDate: 0)),
    ]
    let document = try value.writeXMLPropertyList().data
    for length in 0..<document.count - "</plist>\n".utf8.count {
      #expect(throws: CoderError.self, "\(length)") {
        try StructuredValue.readPropertyList(document.prefix(length))
      }
    }
    for index in document.indices {
      for bit in 0..<8 {
        var changed = document
        changed[index] ^= 1 << bit
        do { _ = try StructuredValue.readPropertyList(changed) } catch {
          #expect(error is CoderError, "\(error)")
        }
      }
    }
  }

  @Test func depthIsBounded() throws {
    expectError(.tooDeep) { try readBody(String(repeating: "<array>", count: 100_000)) }
    let allowed = try readBody(
      String(repeating: "<array>", count: 512) + String(repeating: "</array>", count: 512))
    #expect(try StructuredValue.readXMLPropertyList(allowed.writeXMLPropertyList().data).value == allowed)
    expectError(.tooDeep) { try StructuredValue.array([allowed]).writeXMLPropertyList() }
  }

  @Test func propertyListsOfOtherFormsAreRefusedByName() {
    expectError(.wrongFormat) { try StructuredValue.readPropertyList(Data("{ a = b; }".utf8)) }
    expectError(.wrongFormat) { try StructuredValue.readPropertyList(Data()) }
  }
}
