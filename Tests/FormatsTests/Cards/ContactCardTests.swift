import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ContactFormats
@testable import StructuredFormats
@testable import TextEncodings

/// vCard as text and as jCard.
struct ContactCardTests {
  private static let registry = ConversionRegistry(.text + .structuredValues + .cards)

  private func card(_ lines: String..., version: String = "4.0") throws -> ContentComponent {
    let text = (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    let reading = try ContactCards.readVCard(Data(text.utf8))
    #expect(reading.warnings.isEmpty, "\(reading.warnings)")
    return try #require(reading.value.cards.first)
  }

  /// The jCard form of a one-line property.
  private func json(_ line: String, version: String = "4.0") throws -> String {
    let component = try card(line, version: version)
    let property = try #require(ContactCards([component]).jCard[1]?[1])
    return String(decoding: try property.writeJSON().data, as: UTF8.self)
  }

  // MARK: jCard

  @Test(arguments: [
    ("FN:Simon Perreault", #"["fn",{},"text","Simon Perreault"]"#),
    (
      "N:Perreault;Simon;;;ing. jr,M.Sc.",
      #"["n",{},"text",["Perreault","Simon","","",["ing. jr","M.Sc."]]]"#
    ),
    (#"NOTE:a\, b\; c\\d\ne"#, #"["note",{},"text","a, b; c\\d\ne"]"#),
    ("CATEGORIES:one,two\\,three", #"["categories",{},"text","one","two,three"]"#),
    ("ORG:Acme, Inc.;Sales", #"["org",{},"text",["Acme, Inc.","Sales"]]"#),
    ("ORG:Acme", #"["org",{},"text","Acme"]"#),
    ("BDAY:--0203", #"["bday",{},"date-and-or-time","--02-03"]"#),
    ("BDAY:1985-04", #"["bday",{},"date-and-or-time","1985-04"]"#),
    ("BDAY:19850412T102200-0500", #"["bday",{},"date-and-or-time","1985-04-12T10:22:00-05:00"]"#),
    ("BDAY;VALUE=text:circa 1800", #"["bday",{},"text","circa 1800"]"#),
    ("REV:19951031T222710Z", #"["rev",{},"timestamp","1995-10-31T22:27:10Z"]"#),
    (
      "TEL;VALUE=uri;TYPE=\"voice,home\",work:tel:+1",
      ##"["tel",{"type":["voice,home","work"]},"uri","tel:+1"]"##
    ),
    ("item1.URL:http://a.b/c;d,e", #"["url",{"group":"item1"},"uri","http://a.b/c;d,e"]"#),
    ("X-ODD:a,b\\;c", #"["x-odd",{},"unknown","a,b\\;c"]"#),
    ("X-ODD;VALUE=integer:1,2", #"["x-odd",{},"integer",1,2]"#),
    ("X-ODD;VALUE=boolean:TRUE", #"["x-odd",{},"boolean",true]"#),
    ("TZ;VALUE=utc-offset:-0500", #"["tz",{},"utc-offset","-05:00"]"#),
    ("FN;X-P=^'a^'^n^^:x", #"["fn",{"x-p":"\"a\"\n^"},"text","x"]"#),
  ])
  func aLineIsAPropertyOfJCard(line: String, expected: String) throws {
    let value = try json(line)
    #expect(value == expected)
    // Writing it gives the same property again.
    let written = try ContactCards([try card(line)]).writeVCard().data
    let again = try ContactCards.readVCard(written).value
    #expect(again == ContactCards([try card(line)]))
  }

  @Test(arguments: [
    (
      "2.1", "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg=\r\n Wei=C3=9F",
      #"["fn",{},"text","Jörg Weiß"]"#
    ),
    ("2.1", "FN;CHARSET=windows-1251;QUOTED-PRINTABLE:=C0=E1", #"["fn",{},"text","Аб"]"#),
    ("2.1", "NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab", #"["note",{},"text","a\nb"]"#),
    ("2.1", "NOTE:one\r\n two", #"["note",{},"text","one two"]"#),
    ("3.0", "NOTE:one\r\n two", #"["note",{},"text","onetwo"]"#),
    ("2.1", "TEL;HOME;VOICE;PREF:1", #"["tel",{"type":["home","voice"],"pref":"1"},"text","1"]"#),
    ("3.0", "TEL;type=HOME;type=pref:1", #"["tel",{"type":"HOME","pref":"1"},"text","1"]"#),
    ("2.1", #"NOTE:C:\new\; old"#, #"["note",{},"text","C:\\new; old"]"#),
    ("3.0", #"URL:http\://a.b"#, #"["url",{},"uri","http://a.b"]"#),
    ("3.0", "GEO:37.38;-122.08", #"["geo",{},"uri","geo:37.38,-122.08"]"#),
    (
      "3.0", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/\r\n 4AAQ",
      #"["photo",{},"uri","data:image/jpeg;base64,/9j/4AAQ"]"#
    ),
    (
      "2.1", "PHOTO;BASE64:\r\n iVBORw0K\r\n Ggo=\r\n",
      #"["photo",{},"uri","data:image/png;base64,iVBORw0KGgo="]"#
    ),
  ])
  func olderVersionsAreConvertedToVersion4(version: String, line: String, expected: String) throws {
    #expect(try json(line, version: version) == expected)
    #expect(try card(line, version: version).first("version")?.values == ["4.0"])
  }

  @Test(arguments: [
    ("2.1", "N:Doe;John;Q.;Dr.;jr", "Dr. John Q. Doe jr"), ("3.0", "N:Müller;Anna;;;", "Anna Müller"),
    ("2.1", "N:Doe", "Doe"), ("2.1", "ORG:Acme;Sales", "Acme, Sales"),
    ("3.0", "N:;;;;\r\nEMAIL:a@b.c", "a@b.c"),
    ("3.0", "N:Doe;John\r\nFN:J.", "J."),
  ])
  func aCardOfAnOlderVersionHasAFormattedName(version: String, lines: String, name: String) throws {
    let card = try card(lines, version: version)
    #expect(card.all("fn").map(\.values) == [[.string(name)]])
    let written = String(decoding: try ContactCards([card]).writeVCard().data, as: UTF8.self)
    #expect(written.contains("\r\nFN:"))
  }

  @Test func aCardWithoutANameGetsNone() throws {
    #expect(try card("TEL:1", version: "2.1").first("fn") == nil)
    #expect(try card("N:Doe;John").first("fn") == nil)
  }

  @Test(arguments: [
    ("AGENT:\nBEGIN:VCARD\nVERSION:2.1\nN:B\nEND:VCARD", nil, 1),
    ("AGENT:BEGIN:VCARD\\nFN:B\\nEND:VCARD\\n", nil, 1), ("AGENT:", nil, 0),
    ("AGENT:Bea", #"["related",{"type":"agent"},"text","Bea"]"#, 0),
    ("AGENT;VALUE=uri:urn:uuid:1", #"["related",{"type":"agent"},"uri","urn:uuid:1"]"#, 0),
  ])
  func anAgentBecomesARelatedPersonOrIsCountedAsLost(line: String, json: String?, count: Int) throws {
    let text = "BEGIN:VCARD\nVERSION:3.0\nFN:A\n\(line)\nEND:VCARD\n"
    let reading = try ContactCards.readVCard(Data(text.utf8))
    let property = try reading.value.jCard[1]?[2].map {
      String(decoding: try $0.writeJSON().data, as: UTF8.self)
    }
    #expect(property == json)
    #expect(
      reading.losses.map(\.description) == (count == 0 ? [] : ["metadata in 1 place (cards inside cards)"]))
  }

  @Test(arguments: ["windows-1251", "utf-16le", "shift_jis", "iso-2022-jp"])
  func aDeclaredEncodingIsThatOfTheCard(name: String) throws {
    let text = "BEGIN:VCARD\nVERSION:3.0\nFN:Привет\nNOTE;X-P=Да:a\nEND:VCARD\n"
    let bytes = try #require(TextEncoding(name: name)).encode(text).data
    var source = RepresentationSource(bytes, typeIdentifier: "public.vcard")
    source.declaredEncodingName = name
    let plan = try Self.registry.plan(from: ["public.vcard"], to: "public.json")
    let json = String(decoding: try plan.run(on: source).data, as: UTF8.self)
    #expect(json.contains("Привет") && json.contains("Да"), "\(json)")
  }

  @Test func aLineIsReadInTheEncodingItNames() throws {
    let line = "FN;CHARSET=windows-1251;QUOTED-PRINTABLE:=C0=E1"
    var source = RepresentationSource(
      Data("BEGIN:VCARD\nVERSION:2.1\n\(line)\nEND:VCARD\n".utf8), typeIdentifier: "public.vcard")
    source.declaredEncodingName = "koi8-r"
    let plan = try Self.registry.plan(from: ["public.vcard"], to: "public.utf8-plain-text")
    #expect(String(decoding: try plan.run(on: source).data, as: UTF8.self) == "Аб\n")
  }

  @Test func aTextThatIsNotUTF8IsReadAsWindows1252() throws {
    let data = Data("BEGIN:VCARD\nVERSION:2.1\nFN:J".utf8) + [0xF6] + Data("rg\nEND:VCARD\n".utf8)
    #expect(try ContactCards.readVCard(data).value.cards.first?.first("fn")?.values == ["Jörg"])
  }

  @Test(arguments: [
    ("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:a=FFb=FE", "bytes that are not UTF-8", 2),
    ("FN;CHARSET=shift_jis;QUOTED-PRINTABLE:=FF", "bytes that are not Shift_JIS", 1),
    ("FN:plain", "", 0),
  ])
  func bytesThatAreNotOfTheNamedEncodingAreCounted(line: String, detail: String, count: Int) throws {
    let card = Data("BEGIN:VCARD\nVERSION:2.1\n\(line)\nEND:VCARD\n".utf8)
    let losses = try ContactCards.readVCard(card).losses
    #expect(losses == (count == 0 ? [] : [Loss(.characters, count: count, detail: detail)]))
  }

  @Test(arguments: [("TEL;(x)=a;=b;TYPE=home:1", 2), ("TEL;TYPE=home;:1", 0)])
  func parametersWithoutANameAreCounted(line: String, count: Int) throws {
    let losses = try ContactCards.readVCard(Data("BEGIN:VCARD\nFN:a\n\(line)\nEND:VCARD\n".utf8)).losses
    #expect(
      losses == (count == 0 ? [] : [Loss(.metadata, count: count, detail: "parameters without a name")]))
  }

  @Test func aFileInUTF16IsRead() throws {
    let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:中文\r\nEND:VCARD\r\n"
    let data = TextEncoding(.utf16LittleEndian, byteOrderMark: true).encode(text).data
    #expect(try ContactCards.readVCard(data).value.cards.first?.first("fn")?.values == ["中文"])
  }

  // MARK: Mistakes

  @Test(arguments: [
    (
      "BEGIN:VCARD\nFN:A\nnonsense\nmore nonsense\nEND:VCARD\n", CoderError.Code.unexpectedCharacter, 3,
      "line 3: a line that is not a property was left out, and 1 more like it"
    ),
    ("BEGIN:VCARD\nFN:A\n", .unexpectedEnd, 2, "line 2: a component without an END was closed"),
    (
      "FN:B\nBEGIN:VCARD\nFN:A\nEND:VCARD\n", .unexpectedCharacter, 1,
      "line 1: a property outside of all components was left out"
    ),
    (
      "BEGIN:VCARD\nFN:A\nEND:VEVENT\nEND:VCARD\n", .unexpectedCharacter, 3,
      "line 3: an END without its BEGIN was left out"
    ),
  ])
  func mistakesAreReportedOrRefused(text: String, code: CoderError.Code, line: Int, warning: String) throws {
    let reading = try ContactCards.readVCard(Data(text.utf8))
    #expect(reading.warnings == [warning])
    #expect(reading.value.cards.map { $0.first("fn")?.values } == [["A"]])
    expectError(code, at: .line(line, column: 1)) {
      try ContactCards.readVCard(Data(text.utf8), isStrict: true)
    }
  }

  @Test func whatHasNoCardIsRefused() {
    expectError(.wrongFormat) { try ContactCards.readVCard(Data("just text".utf8)) }
    expectError(.wrongFormat) { try ContactCards.readVCard(Data("BEGIN:VEVENT\nEND:VEVENT\n".utf8)) }
    let deep = String(repeating: "BEGIN:VCARD\n", count: 40)
    expectError(.tooDeep, at: .line(33, column: 1)) { try ContactCards.readVCard(Data(deep.utf8)) }
  }

  @Test(arguments: [
    #"{"a": 1}"#, #"["vcard"]"#, #"["vevent", []]"#, #"["vcard", [["fn", {}, "text"]]]"#,
    #"["vcard", [["f\nn", {}, "text", "x"]]]"#, #"["vcard", [["fn", {}, "text", null]]]"#,
    #"["vcard", [["fn", {"value": "uri"}, "text", "x"]]]"#, #"["vcard", [["fn", [], "text", "x"]]]"#, "3",
  ])
  func otherJSONIsRefusedAsACard(json: String) throws {
    let plan = try Self.registry.plan(from: ["public.json"], to: "public.vcard")
    expectError(.wrongFormat) {
      try plan.run(on: RepresentationSource(Data(json.utf8), typeIdentifier: "public.json"))
    }
  }

  @Test func jsonTextIsNotReadAsACard() {
    #expect(throws: ConversionError.self) {
      try Self.registry.plan(from: ["public.json"], to: "public.utf8-plain-text")
    }
  }

  @Test func aValueCannotBeginALineOfItsOwn() throws {
    let evil = "x\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:evil"
    let cards = ContactCards([
      ContentComponent(
        "vcard",
        ["fn", "url", "x-odd", "bday"].map { name in
          ContentProperty(
            name, [ContentParameter("x-p", [evil])],
            type: name == "fn" ? "text" : name == "url" ? "uri" : name == "bday" ? "date" : "unknown",
            values: [.string(evil)])
        })
    ])
    let again = try ContactCards.readVCard(try cards.writeVCard().data)
    #expect(again.value.cards.count == 1)
    #expect(again.value.cards.first?.properties.count == 4)
    #expect(again.warnings.isEmpty)
  }

  // MARK: Laws

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomContent(seed: seed)
    for _ in 0..<Repetitions.count(60, long: 200) {
      let cards = ContactCards((0..<random.pick(3)).map { _ in random.card() } + [random.card()])
      let written = try cards.writeVCard()
      #expect(written.losses.isEmpty)
      for line in written.data.split(separator: 0x0A) { #expect(line.count <= 76) }
      let back = try ContactCards.readVCard(written.data, isStrict: true)
      let difference = zip(back.value.cards, cards.cards).map { $0.difference(from: $1) }.joined()
      #expect((back.value == cards) == true, "seed \(seed): \(difference)")
      #expect(back.losses.isEmpty)
      #expect(try ContactCards(jCard: cards.jCard) == cards, "seed \(seed)")
    }
  }

  // MARK: Text

  @Test func aCardIsReadableAsText() throws {
    let vCard = """
      BEGIN:VCARD
      VERSION:3.0
      N:Müller;Anna;;Dr.;
      FN:Dr. Anna Müller
      ORG:Acme\\, Inc.;Sales
      TEL;TYPE=HOME,VOICE:+49 30 1
      item1.EMAIL;TYPE=INTERNET;TYPE=pref:anna@example.org
      ADR;TYPE=WORK:;;Hauptstr. 1;Berlin;;10115;Germany
      PHOTO;ENCODING=b;TYPE=JPEG:/9j/
      NOTE:one\\ntwo
      X-ODD:1
      END:VCARD
      BEGIN:VCARD
      VERSION:4.0
      N:Doe;John;;;
      END:VCARD
      """
    let plan = try Self.registry.plan(from: ["public.vcard"], to: "public.utf8-plain-text")
    let result = try plan.run(
      on: RepresentationSource(Data(vCard.utf8), typeIdentifier: "public.vcard"))
    #expect(
      String(decoding: result.data, as: UTF8.self) == """
        Dr. Anna Müller
        Organisation: Acme, Inc., Sales
        Phone (home): +49 30 1
        Email: anna@example.org
        Address (work): Hauptstr. 1, Berlin, 10115, Germany
        Note: one
          two

        John Doe

        """)
    #expect(
      result.losses.map(\.description) == [
        "formatting in 1 place (the components of addresses)", "1 image",
        "metadata in 1 place (properties not shown in the text)",
      ])
  }
}
