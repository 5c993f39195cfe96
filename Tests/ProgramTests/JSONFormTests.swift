import Foundation
import JSONText
import TestSupport
import Testing

/// Compares the output of `--json` with the description in `proffer help json`.
@Suite(.waits) struct JSONFormTests {
  /// A member as the help describes it.
  struct Member: Equatable {
    let name: String
    let isOptional: Bool
    /// The members of the object, or of the objects in the array; nil if they are not described.
    let members: [Member]?
  }

  /// Parses `a b?[c d] e`.
  static func members(_ text: inout Substring) -> [Member] {
    var members: [Member] = []
    while let first = text.first, first != "]" {
      if first == " " {
        text.removeFirst()
        continue
      }
      let name = text.prefix { $0.isLetter }
      text = text.dropFirst(name.count)
      let isOptional = text.first == "?"
      if isOptional { text.removeFirst() }
      var inner: [Member]?
      if text.first == "[" {
        text.removeFirst()
        inner = Self.members(&text)
        text.removeFirst()
      }
      members.append(Member(name: String(name), isOptional: isOptional, members: inner))
    }
    return members
  }

  /// The described members of each kind of result, by the name of the kind.
  static func forms(in help: String) -> [String: [Member]] {
    var forms: [String: [Member]] = [:]
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  ") }
    var joined: [String] = []
    for line in lines {
      if line.hasPrefix("      "), !joined.isEmpty {
        joined[joined.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
      } else {
        joined.append(line.trimmingCharacters(in: .whitespaces))
      }
    }
    for line in joined {
      guard let colon = line.firstRange(of: ": "), !line.hasPrefix("\"") else { continue }
      var text = line[colon.upperBound...]
      let members = members(&text)
      for name in line[..<colon.lowerBound].split(separator: ",") {
        forms[name.trimmingCharacters(in: .whitespaces)] = members
      }
    }
    return forms
  }

  static func expect(_ node: JSONNode, _ members: [Member], _ place: String) {
    if let elements = node.elements {
      for element in elements { expect(element, members, place) }
      return
    }
    guard let found = node.members else { return }
    for member in members {
      let node = node[member.name]
      #expect(node != nil || member.isOptional, "\(place).\(member.name) is missing")
      if let node, let inner = member.members { expect(node, inner, "\(place).\(member.name)") }
    }
    for member in found {
      let name = member.key.hasSuffix("Bytes") ? String(member.key.dropLast(5)) : member.key
      // Every error has these members; the help describes them once for all errors.
      let isOfError =
        ["subject", "reason", "cause"].contains(name) && node["code"] != nil && node["message"] != nil
      #expect(
        isOfError || members.contains { $0.name == name }, "\(place).\(member.key) is not described")
    }
  }

  /// Command lines, ordered so that each finds its input, with the name of its result's form.
  static let commands: [(line: String, form: String)] = [
    ("pack --new-item notes.md notes.html --new-item photo.png --preview -o b.dragbundle", "pack"),
    ("pack notes.md -o c.dragbundle", "pack"),
    ("add b.dragbundle data.json", "add"),
    ("rename b.dragbundle 1 Notes", "rename"),
    ("retype b.dragbundle 3.1 public.text", "retype"),
    ("reorder b.dragbundle 2", "reorder"),
    ("remove b.dragbundle 3", "remove"),
    ("merge b.dragbundle c.dragbundle -o d.dragbundle", "merge"),
    ("split d.dragbundle --into parts", "split"),
    ("unpack d.dragbundle --into files", "unpack"),
    ("list b.dragbundle", "list"),
    ("list b.dragbundle none.dragbundle", "list"),
    ("best b.dragbundle --accept html,rtf", "best"),
    ("load b.dragbundle 2.1 -o loaded", "load"),
    ("load c.dragbundle --type rtf --convert -o loaded.rtf", "load"),
    ("convert notes.md -o out.html", "convert"),
    ("convert photo.png --to json -o out.json", "convert"),
    ("convert notes.md --to html --plan", "convert --plan"),
    ("convert notes.md --list", "convert --list"),
    ("coders notes.md", "coders FILE"),
    ("convert notes.md data.json none.md --to html --into out", "convert"),
    ("coders", "coders"),
    ("verify b.dragbundle", "verify"),
    ("verify b.dragbundle none.dragbundle", "verify"),
    ("drop b.dragbundle --into dropped --accept html", "drop"),
    ("drop b.dragbundle --into c.dragbundle", "drop (into a bundle)"),
    ("undo --list", "undo --list"),
    ("undo --dry-run", "undo"),
    ("undo", "undo"),
    ("undo --forget 1", "undo --forget"),
    ("trace script.drag", "trace"),
    ("type show png", "type show"),
    ("type dynamic dyn.ah62d4rv4ge80s52", "type dynamic"),
    ("type find webp", "type find"),
    ("type tree public.image", "type tree"),
    ("type conforms png public.image", "type conforms"),
    ("type of notes.md none", "type of"),
    ("type check types.json", "type check"),
  ]

  @Test func everyResultHasTheFormThatHelpDescribes() async throws {
    let fixture = try ProgramFixture()
    for name in ["notes.md", "notes.html", "photo.png"] {
      try fixture.write(ProgramFixture.bytes(ofFixture: name), to: name)
    }
    try fixture.write(#"{"a": null}"#, to: "data.json")
    try fixture.write("{}", to: "types.json")
    try fixture.write(
      "application A 0,0 9x9\nitem I text x\nsource S 0,0 9x9 offers I\nbegin S\ncancel\n", to: "script.drag")
    let forms = Self.forms(in: try await fixture.done("help", "json").text)
    let environment = ["XDG_STATE_HOME": fixture.folder.path("state")]
    for (line, form) in Self.commands {
      let words = line.split(separator: " ").map(String.init)
      let run = try await fixture.command(words + ["--json"], environment: environment)
      let head = ["proffer", "command"].map { Member(name: $0, isOptional: false, members: nil) }
      let nodes = try run.jsonLines()
      let hasTotals = forms["\(form) (totals)"] != nil
      expectGreater(nodes.count, hasTotals ? 1 : 0, "\(line): \(run.text)")
      for (index, node) in nodes.enumerated() {
        let command = node["command"]?.stringValue ?? ""
        #expect(
          node["proffer"]?.integerValue == 2 && line.hasPrefix(command) && !command.isEmpty, "\(run.text)")
        let isTotals = hasTotals && index == nodes.count - 1
        let members = try require(forms[isTotals ? "\(form) (totals)" : form], "\(form) is not described")
        Self.expect(node, head + members, line)
      }
      #expect(hasTotals || nodes.count == 1, "\(line): \(run.text)")
    }
  }

  @Test(arguments: [
    ("list none.dragbundle", 2, "notFound"), ("load b.dragbundle --type mp3 -o x", 1, "noMatch"),
    ("convert b.dragbundle --to nosuchtype -o x", 64, "unknownType"), ("undo", 1, "noDrop"),
    ("best b.dragbundle --for nosuchprofile", 2, "unknownProfile"),
    ("load b.dragbundle 9 -o x", 2, "noSuchPlace"),
    ("unpack b.dragbundle --into out --type mp3", 1, "noMatch"),
    ("drop b.dragbundle --into out --accept mp3", 1, ""),
    ("copy a.txt", 2, "noDisplay"), ("paste --list", 2, "noDisplay"),
  ])
  func aFailureHasAStableCode(line: String, status: Int32, code: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.write("a", to: "a.txt")
    try await fixture.done("pack", "a.txt", "-o", "b.dragbundle")
    let words = line.split(separator: " ").map(String.init) + ["--json"]
    let environment = ["XDG_STATE_HOME": fixture.folder.path("state")]
    // These commands go to the background.
    let run =
      code == "noDisplay"
      ? try await fixture.run(words, environment: environment)
      : try await fixture.command(words, environment: environment)
    #expect(run.status == status && run.hasOneErrorLine, "\(run.errorText)")
    let node = try require(run.jsonLines().first)
    expectEqual(node["error"]?["code"]?.stringValue ?? "", code, "\(run.text)")
  }
}
