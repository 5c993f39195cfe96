import Foundation
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

/// Compares the documentation of the bundle format with the program.
@Suite(.waits) struct BundleFormatTests {
  private static let page: [String] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".github/docs/bundle-format.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }()

  /// The table of checks: each fault, and the result of each command for it.
  private static let rows: [(fault: String, cells: [String])] = {
    let start = page.firstIndex { $0.hasPrefix("| fault |") } ?? page.endIndex
    return page[start...].prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0], Array(cells.dropFirst()))
    }
  }()

  static let faults = rows.map(\.fault)

  /// The commands of the table's columns.
  private static let commands = [
    "list bad", "best bad --accept public.html,public.plain-text,public.folder",
    "load bad --item 2 --type TYPE",
    "load bad --item 1 --type public.plain-text", "unpack bad --into out", "verify bad", "rename bad 1 new",
    "drop bad --into out", "drop bad --into target.dragbundle",
  ]

  /// A change that makes a good bundle of three items invalid.
  private enum Fault {
    case archive((inout [UInt8]) throws -> Void)
    case manifest((String) -> String)
    case layout(shell: String)
  }

  private static let html = #"{"type":"public.html","kind":"file","path":"items/2/1/b.html","byteCount":4"#

  private static func fault(_ name: String) -> Fault? {
    switch name {
    case "bytes outside of all entries, or end records that contradict the file": .archive { $0.append(0) }
    case "an entry name that is not allowed":
      .archive { bytes in
        while let place = bytes.firstRange(of: Array("items/2/1/b.html".utf8)) {
          bytes.replaceSubrange(place, with: Array("items/2/1/b:html".utf8))
        }
      }
    case "a local header that contradicts the central directory":
      .archive { $0[try place(of: "items/2/1/b.html", in: $0).lowerBound - 30 + 14] ^= 1 }
    case "a forbidden extra field in a local header":
      .archive { $0[try place(of: "items/2/1/b.html", in: $0).upperBound] ^= 1 }
    case "a payload that does not match its checksum":
      .archive { $0[try place(of: "<p>b", in: $0).lowerBound] ^= 1 }
    case "a manifest that is not JSON": .manifest { String($0.dropLast(3)) }
    case "an unknown version": .manifest { $0.replacing("\"version\": 1", with: "\"version\": 2") }
    case "a representation without a required key":
      .manifest { $0.replacing(#""public.html","kind":"file""#, with: #""public.html""#) }
    case "a malformed type identifier": .manifest { $0.replacing("public.html", with: "public html") }
    case "a missing entry":
      .manifest { $0.replacing("items/2/1/b.html", with: "items/2/1/c.html") }
    case "a link that leads out of its folder":
      .manifest { text in
        let folder = #"{"type":"public.folder","kind":"file","path":"items/2/1/f/","members":[]}"#
        let link = folder.replacing("[]", with: #"[{"path":"l","kind":"link","target":"../x"}]"#)
        return text.replacing(html, with: "\(link),\(html)")
      }
    case "a preview outside `previews/`":
      .manifest { $0.previewing(#""path":"items/1/1/a.txt","byteCount":5,"crc32":"3610a686""#) }
    case "a missing preview":
      .manifest { $0.previewing(#""path":"previews/a.png","byteCount":5,"crc32":"3610a686""#) }
    case "a preview whose type is not an image":
      .layout(
        shell: """
          mkdir bad/previews; printf hello > bad/previews/a.png
          preview='"preview":{"type":"public.html","path":"previews/a.png","byteCount":5,"crc32":"3610a686"}'
          awk -v preview="$preview" '/"representations"/ && ++n == 2 { print preview "," } { print }' \
            bad/manifest.json > manifest; mv manifest bad/manifest.json
          """)
    case "an entry below `items/` that the manifest does not name":
      .layout(shell: "echo > bad/items/2/1/stowaway")
    case "a malformed type declaration": .manifest { $0.declaring(#"{"UTTypeIdentifier":5}"#) }
    case "type declarations that conform to each other in a circle":
      .manifest {
        $0.declaring(
          #"{"UTTypeIdentifier":"x.a","UTTypeConformsTo":["x.b"]},{"UTTypeIdentifier":"x.b","UTTypeConformsTo":["x.a"]}"#
        )
      }
    case "a type that is declared twice":
      .manifest {
        let declaration = #"{"UTTypeIdentifier":"x.a","UTTypeConformsTo":["public.data"]}"#
        return $0.declaring("\(declaration),\(declaration)")
      }
    case "a bundle folder whose `items` folder is a link":
      .layout(shell: "mv bad/items elsewhere; ln -s ../elsewhere bad/items")
    case "a bundle folder with a link below `items`":
      .layout(shell: "mv bad/items/2 elsewhere; ln -s ../../elsewhere bad/items/2")
    case "a changed file outside the bundle":
      .manifest { text in
        let reference =
          #"{"type":"public.json","kind":"file","reference":{"file":"/etc/hostname","byteCount":99999,"#
          + #""modified":"2020-01-01T00:00:00Z"}}"#
        return text.replacing(html, with: "\(reference),\(html)")
      }
    case "a promise that no converter can fulfill":
      .manifest { text in
        text.replacing(
          html, with: #"{"type":"public.json","kind":"data","promise":{"of":1,"coder":"none"}},"# + html)
      }
    case "the same payload named two thousand times":
      .layout(
        shell: """
          head -c 1000000 /dev/zero > big.bin; $proffer pack --from public.plain-text big.bin --folder -o big
          cp big/items/1/1/big.bin bad/items/1/1/a.txt
          item=$(grep -o '{"type":"public.plain-text".*}' big/manifest.json | sed 's|/big.bin|/a.txt|')
          html=$(grep -o '{"type":"public.html".*}' bad/manifest.json)
          { printf '{"version":1,"items":[{"representations":[%s]},{"representations":[%s]}' "$item" "$html"
            for n in $(seq 2000); do printf ',{"representations":[%s]}' "$item"; done
            printf ']}'; } > manifest; mv manifest bad/manifest.json; rm -r bad/items/3
          """)
    default: nil
    }
  }

  private static func place(of word: String, in bytes: [UInt8]) throws -> Range<Int> {
    try #require(bytes.firstRange(of: Array(word.utf8)))
  }

  /// Makes the bundle `bad` again, because a command may have changed it.
  private func makeBad(_ fault: Fault, in fixture: ProgramFixture) async throws {
    let isArchive = if case .archive = fault { true } else { false }
    let made = try await fixture.shell(
      """
      rm -rf bad out elsewhere; cp target.good target.dragbundle
      \(isArchive ? "" : "cp -r layout bad")
      """)
    expectEqual(made.status, 0, "\(made.errorText)")
    switch fault {
    case .archive(let change):
      var bytes = try fixture.folder.read("good")
      try change(&bytes)
      try fixture.folder.write(bytes, to: "bad")
    case .manifest(let change):
      let text = String(decoding: try fixture.folder.read("layout/manifest.json"), as: UTF8.self)
      let changed = change(text)
      expectNotEqual(changed, text)
      try fixture.folder.write(changed, to: "bad/manifest.json")
    case .layout(let script):
      let changed = try await fixture.shell(script)
      expectEqual(changed.status, 0, "\(changed.errorText)")
    }
  }

  /// Whether a command changes the bad bundle, or writes files that affect the next command.
  private func changesFiles(_ command: String) -> Bool {
    ["unpack", "rename", "drop"].contains { command.hasPrefix($0) }
  }

  /// A good bundle in each form; every test copies it.
  private static let template = Task {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      printf hello > a.txt; printf '<p>b' > b.html; mkdir d; echo x > d/x; printf target > t.txt
      $proffer pack a.txt b.html d -o good; $proffer merge good --folder -o layout
      $proffer pack t.txt -o target.good
      """)
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture.folder
  }

  private func prepare() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("cp -a '\(try await Self.template.value.path)/.' .")
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture
  }

  private func status(of command: String, in fixture: ProgramFixture) async throws -> ProgramRun {
    try await fixture.command(
      command.split(separator: " ").map(String.init),
      environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
  }

  @Test func everyCommandAcceptsTheGoodBundle() async throws {
    let fixture = try await prepare()
    var isMade = false
    for command in Self.commands {
      if !isMade { try await makeBad(.layout(shell: "true"), in: fixture) }
      isMade = !changesFiles(command)
      let run = try await status(of: command.replacing("TYPE", with: "public.html"), in: fixture)
      expectEqual(run.status, 0, "\(command): \(run.errorText)")
    }
  }

  @Test func theTableHasAllFaults() {
    expectEqual(Self.rows.count, 23)
    #expect(Self.rows.allSatisfy { $0.cells.count == Self.commands.count })
  }

  @Test(arguments: faults) func everyCheckOfTheTableIsMade(fault name: String) async throws {
    let fault = try require(Self.fault(name), "\(name) is not tried")
    let cells = try require(Self.rows.first { $0.fault == name }).cells
    let fixture = try await prepare()
    var isMade = false
    for (command, cell) in zip(Self.commands, cells) {
      if !isMade { try await makeBad(fault, in: fixture) }
      isMade = !changesFiles(command)
      let type =
        switch name {
        case "a changed file outside the bundle", "a promise that no converter can fulfill": "public.json"
        case "a link that leads out of its folder": "public.folder"
        default: "public.html"
        }
      let run = try await status(of: command.replacing("TYPE", with: type), in: fixture)
      let wanted: Int32? =
        switch cell {
        case "refused": 2
        case "found": 1
        case "–": 0
        default: nil
        }
      expectEqual(run.status, wanted, "\(command): \(run.text) \(run.errorText)")
      if wanted == 2 {
        // Notes may precede the error.
        let last = run.errorText.split(separator: "\n").last
        expectEqual(last?.hasPrefix("proffer: "), true, "\(command): \(run.errorText)")
      }
    }
  }

  @Test func theExampleOfAManifestIsRead() throws {
    let start = try require(Self.page.firstIndex(of: "<!-- manifest -->")) + 2
    let text = Self.page[start...].prefix { $0 != "```" }.joined(separator: "\n")
    let manifest = try Array(text.utf8).withUnsafeBytes {
      try BundleManifest(decoding: $0, limits: .standard)
    }
    expectEqual(manifest.items.count, 3)
    expectEqual(manifest.items[0].representations.count, 3)
    expectEqual(String(decoding: manifest.encoded(), as: UTF8.self), text + "\n")
  }

  @Test func thePageStatesTheLimitsOfTheReader() throws {
    func most(_ what: String) throws -> String {
      let line = try require(Self.page.first { $0.hasPrefix("| \(what) |") })
      return String(line.split(separator: "|")[1]).trimmingCharacters(in: .whitespaces).replacing(
        ",", with: "")
    }
    let limits = BundleLimits.standard
    try expectEqual(most("items"), "\(limits.itemCount)")
    try expectEqual(most("representations of an item"), "\(limits.representationCount)")
    try expectEqual(most("files, folders and links of a packed folder"), "\(limits.memberCount)")
    try expectEqual(most("type declarations"), "\(limits.declarationCount)")
    try expectEqual(most("team data of an item"), "\(limits.teamDataByteCount) bytes")
    #expect(try most("preview of an item").hasPrefix("\(limits.previewByteCount >> 20) MiB"))
    try expectEqual(most("manifest"), "\(limits.manifestByteCount >> 30) GiB")
    try expectEqual(most("a name, path, type or target"), "\(limits.nameByteCount) bytes")
    let factor = try require(limits.expansionFactor)
    #expect(
      try most("output of one command").hasPrefix(
        "\(limits.expandedByteCount >> 30) GiB or \(factor) times"))
  }
}

extension String {
  /// A manifest whose second item has a preview.
  fileprivate func previewing(_ members: String) -> String {
    let parts = components(separatedBy: "\"representations\"")
    let head = parts[0] + "\"representations\"" + parts[1]
    let preview = "\"preview\":{\"type\":\"public.png\",\(members)},\"representations\""
    return head + preview + parts[2...].joined(separator: "\"representations\"")
  }

  /// A manifest with declarations of types.
  fileprivate func declaring(_ declarations: String) -> String {
    replacing("\"version\": 1", with: "\"version\": 1,\"types\":[\(declarations)]")
  }
}
