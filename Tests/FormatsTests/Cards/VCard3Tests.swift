import Foundation
import ProfferConversions
import Testing

@testable import ContactFormats

/// Cards written as vCard 3.0 for older programs.
struct VCard3Tests {
  private func written(_ lines: String...) throws -> (lines: [String], losses: [String]) {
    let text = (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    let result = try ContactCards.readVCard(Data(text.utf8)).value.writeVCard3()
    let output = String(decoding: result.data, as: UTF8.self)
    #expect(output.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n") && output.hasSuffix("\r\nEND:VCARD\r\n"))
    return (
      output.components(separatedBy: "\r\n").dropFirst(2).dropLast(2).map { $0 },
      result.losses.map(\.description)
    )
  }

  @Test(arguments: [
    ("TEL;TYPE=cell;PREF=1;VALUE=uri:tel:+1-555", "TEL;TYPE=cell,pref:+1-555"),
    ("EMAIL;TYPE=work:a@example.org", "EMAIL;TYPE=work:a@example.org"),
    ("PHOTO:data:image/jpeg;base64,/9j/AA==", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/AA=="),
    ("PHOTO:https://example.org/a,b.png", "PHOTO;VALUE=uri:https://example.org/a,b.png"),
    ("KEY:data:application/pgp-keys;base64,AAAA", "KEY;ENCODING=b;TYPE=PGP:AAAA"),
    ("BDAY:19850412", "BDAY:1985-04-12"),
    ("BDAY:19850412T101112Z", "BDAY;VALUE=date-time:1985-04-12T10:11:12Z"),
    ("GEO:geo:37.38,-122.08", "GEO:37.38;-122.08"), ("TZ;VALUE=utc-offset:-0500", "TZ:-05:00"),
    ("TZ:Europe/Paris", "TZ;VALUE=text:Europe/Paris"), ("REV:20260501T100000Z", "REV:2026-05-01T10:00:00Z"),
    (#"NOTE:a\, b\; c\nd"#, #"NOTE:a\, b\; c\nd"#), ("CATEGORIES:a,b", "CATEGORIES:a,b"),
    ("item1.URL:https://example.org/", "item1.URL:https://example.org/"),
    ("X-ABLABEL:_$!<HomePage>!$_", "X-ABLABEL:_$!<HomePage>!$_"), ("ORG:A;B", "ORG:A;B"),
  ])
  func propertiesHaveTheFormsOfVersion3(line: String, expected: String) throws {
    let result = try written("FN:A", "N:A;;;;", line)
    #expect(result.lines == ["FN:A", "N:A;;;;", expected])
    #expect(result.losses.isEmpty)
  }

  @Test func whatParametersSayBecomesProperties() throws {
    let result = try written(
      "FN:Harald", "N;SORT-AS=\"Harten,Rene\":van der Harten;Rene;;;", "KIND:individual",
      #"ADR;TYPE=home;LABEL="1 Street^nTown":;;1 Street;Town;;;"#)
    #expect(
      result.lines == [
        "FN:Harald", "N:van der Harten;Rene;;;", "SORT-STRING:Harten\\,Rene",
        "ADR;TYPE=home:;;1 Street;Town;;;",
        #"LABEL;TYPE=home:1 Street\nTown"#,
      ])
    #expect(result.losses.isEmpty)
  }

  @Test func aCardWithoutANameInPartsGetsOne() throws {
    #expect(try written("FN:A B").lines == ["N:A B;;;;", "FN:A B"])
  }

  @Test func whatVersion3HasNotIsCounted() throws {
    let result = try written(
      "FN;ALTID=1:A", "N:A;;;;", "KIND:group", "GENDER:F", "ANNIVERSARY:20090808", "EMAIL;PREF=2:a@b.example",
      "BDAY:--0412", "GEO:geo:1,2,3;u=4")
    #expect(
      result.lines == [
        "FN:A", "N:A;;;;", "X-KIND:group", "X-GENDER:F", "X-ANNIVERSARY:20090808",
        "EMAIL;TYPE=pref:a@b.example", "BDAY:--04-12", "GEO:1;2",
      ])
    #expect(
      result.losses.sorted() == [
        "metadata in 1 place (altitude and accuracy of locations)",
        "metadata in 1 place (dates without a year, which vCard 3.0 does not support)",
        "metadata in 1 place (parameters that vCard 3.0 does not support)",
        "metadata in 1 place (preference parameters)",
        "metadata in 1 place (properties that vCard 3.0 does not support, named X-ANNIVERSARY)",
        "metadata in 1 place (properties that vCard 3.0 does not support, named X-GENDER)",
        "metadata in 1 place (properties that vCard 3.0 does not support, named X-KIND)",
      ])
  }

  @Test func signsThatParametersCannotHaveAreCounted() throws {
    let result = try written(#"FN;X-A="a^'b^'^nc":A"#, "N:A;;;;")
    #expect(result.lines == ["FN;X-A=a'b' c:A", "N:A;;;;"])
    #expect(
      result.losses == [
        "3 characters (quotation marks and line breaks in parameters, which vCard 3.0 does not support)"
      ])
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    let lines = [
      "FN:A B", "N:B;A;;;", "TEL;TYPE=home;PREF=1:+1-555", "PHOTO:data:image/png;base64,iVBORw0KGgo=",
      "BDAY:19850412", "GEO:geo:1.5,-2", "URL:https://example.org/", "NOTE:a\\nb", "UID:urn:uuid:1",
      "ADR;TYPE=work:;;S;T;;;C",
    ]
    let text = (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    let cards = try ContactCards.readVCard(Data(text.utf8)).value
    let result = try cards.writeVCard3()
    #expect(result.losses.isEmpty)
    #expect(try ContactCards.readVCard(result.data).value == cards)
  }
}
