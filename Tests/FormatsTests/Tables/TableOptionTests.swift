import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats
@testable import StandardCoders
@testable import StructuredFormats

/// Tables that are read with explicit options.
struct TableOptionTests {
  private static let csv = "public.comma-separated-values-text"

  private func convert(
    _ text: String, from source: String = csv, to destination: String,
    _ options: CoderOptions = CoderOptions()
  ) throws -> (text: String, losses: [String], warnings: [String]) {
    let registry = ConversionRegistry(.standard(options))
    let result = try registry.plan(from: [source], to: destination)
      .run(on: RepresentationSource(Data(text.utf8), typeIdentifier: source))
    return (
      String(decoding: result.data, as: UTF8.self), result.losses.map(\.description), result.warnings
    )
  }

  private func lines(_ text: String, _ change: (inout CoderOptions) -> Void) throws -> String {
    var options = CoderOptions()
    change(&options)
    return try convert(text, to: "public.ndjson", options).text
  }

  @Test func theDelimiterAndTheHeaderAreThoseThatAreSaid() throws {
    #expect(try lines("a b\n1 2\n") { $0.delimiter = UInt8(ascii: " ") } == "{\"a\": \"1\", \"b\": \"2\"}\n")
    #expect(
      try lines("a,b;c\n1,2;3\n") { $0.delimiter = UInt8(ascii: ";") } == "{\"a,b\": \"1,2\", \"c\": \"3\"}\n"
    )
    #expect(try lines("sep=;\na;b,c\n1;2,3\n") { $0.delimiter = UInt8(ascii: ",") }.contains("\"a;b\""))
    #expect(try lines("a,b\n1,2\n") { $0.hasHeader = false } == "[\"a\", \"b\"]\n[\"1\", \"2\"]\n")
    #expect(try lines("1,2\n3,4\n") { $0.hasHeader = true } == "{\"1\": \"3\", \"2\": \"4\"}\n")
  }

  @Test(arguments: [
    ("n\n1\n-2.50\n1e3\n", "{\"n\": 1}\n{\"n\": -2.50}\n{\"n\": 1e3}\n"),
    (
      "n,m\n12345678901234567890,x\n-0,\n",
      "{\"n\": 12345678901234567890, \"m\": \"x\"}\n{\"n\": -0, \"m\": \"\"}\n"
    ),
    ("code,n\n007,1\n012,\n", "{\"code\": \"007\", \"n\": 1}\n{\"code\": \"012\", \"n\": null}\n"),
    ("b,c\ntrue,TRUE\nFalse,no\n", "{\"b\": true, \"c\": \"TRUE\"}\n{\"b\": false, \"c\": \"no\"}\n"),
    ("a,b\n1,2\nx,3,4\n", "{\"a\": \"1\", \"b\": 2}\n{\"a\": \"x\", \"b\": 3, \"column 3\": 4}\n"),
    (
      "d,e\n2024-01-31,2024-01-31\n,soon\n",
      "{\"d\": \"2024-01-31\", \"e\": \"2024-01-31\"}\n{\"d\": null, \"e\": \"soon\"}\n"
    ),
    ("a,b\n,+1\n,1.\n", "{\"a\": \"\", \"b\": \"+1\"}\n{\"a\": \"\", \"b\": \"1.\"}\n"),
  ])
  func columnsOfOneKindAreReadAsThat(text: String, expected: String) throws {
    #expect(
      try lines(text) {
        $0.readsTypedColumns = true
        $0.hasHeader = true
      } == expected)
    #expect(try lines(text) { $0.hasHeader = true }.contains(": 1") == false)
  }

  @Test func emptyHeadingsGetNames() throws {
    var options = CoderOptions()
    options.hasHeader = true
    let result = try convert("a,,column 2,\n1,2,3,4\n", to: "public.ndjson", options)
    #expect(
      result.text
        == "{\"a\": \"1\", \"column 2 2\": \"2\", \"column 2\": \"3\", \"column 4\": \"4\"}\n")
    #expect(
      result.warnings == ["column 2 has no heading and was named “column 2 2”; 1 more has no heading"])
  }

  // Spreadsheets and pandas write tables like this.
  @Test func numbersOfRowsNeedNoHeading() throws {
    #expect(
      try convert(",a,b\n0,x,y\n1,z,\n", to: "public.ndjson").text
        == "{\"column 1\": \"0\", \"a\": \"x\", \"b\": \"y\"}\n{\"column 1\": \"1\", \"a\": \"z\", \"b\": \"\"}\n"
    )
    #expect(try convert(",a\n,b\n", to: "public.ndjson").text == "[\"\", \"a\"]\n[\"\", \"b\"]\n")
  }

  @Test func objectsOfDifferentKeysBecomeARectangle() throws {
    let result = try convert(
      #"[{"a": 1}, {"b": "x", "a": 2}, {}, {"c": null}]"#, from: "public.json", to: Self.csv)
    #expect(result.text == "a,b,c\r\n1,,\r\n2,x,\r\n,,\r\n,,\r\n")
    #expect(result.losses == ["1 null", "8 nulls (missing cells)", "2 types (cells that are not text)"])
  }

  @Test func shortRowsOfDelimitedTextAreFilledUpAndCounted() throws {
    let result = try convert("a;b;c\n1;2\n", to: "public.tab-separated-values-text")
    #expect(result.text == "a\tb\tc\n1\t2\t\n")
    #expect(result.losses == ["1 null (missing cells)"])
  }

  @Test func theTableOfANumberIsTaken() throws {
    let html = "<title>t</title><p>a<table><tr><td>b</table><h1>c</h1><table><tr><td>d</table>"
    let first = try convert(html, from: "public.html", to: Self.csv)
    #expect(first.text == "b\r\n" && first.losses.count == 3)
    var options = CoderOptions()
    options.tableNumber = 2
    let second = try convert(html, from: "public.html", to: Self.csv, options)
    #expect(second.text == "d\r\n" && second.losses.isEmpty)
    options.tableNumber = 3
    let error = try #require(throws: CoderError.self) {
      try convert(html, from: "public.html", to: Self.csv, options)
    }
    #expect(error.code == .noTable && error.reason == "the text has only 2 tables, so it has no table 3")
  }

  // MARK: Links

  @Test func linksInRunningTextAreFound() throws {
    var options = CoderOptions()
    options.findsLinks = true
    let text =
      "See https://example.org/a_b?c=d, or (www.example.net).\nAsk who@example.org.\n\nNone: here w. @x\n"
    let html = try convert(text, from: "public.utf8-plain-text", to: "public.html", options).text
    #expect(
      html.contains("<p>See <a href=\"https://example.org/a_b?c=d\">https://example.org/a_b?c=d</a>, or (<a ")
    )
    #expect(
      html.contains("<a href=\"http://www.example.net\">www.example.net</a>).<br>\nAsk <a href=\"mailto:who@")
    )
    #expect(html.contains("<p>None: here w. @x</p>"))
    let list = try convert(text, from: "public.utf8-plain-text", to: "io.proffer.uri-list", options)
    #expect(
      list.text
        == "https://example.org/a_b?c=d\r\nhttp://www.example.net\r\nmailto:who@example.org\r\n")
    #expect(!list.losses.isEmpty)
    #expect(throws: (any Error).self) {
      try convert(text, from: "public.utf8-plain-text", to: "io.proffer.uri-list")
    }
    #expect(!(try convert(text, from: "public.utf8-plain-text", to: "public.html").text.contains("<a ")))
  }
}
