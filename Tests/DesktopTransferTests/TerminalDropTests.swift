import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// Drops on a terminal, over a pseudo terminal; the test plays the terminal and its user.
@Suite(.waits) struct TerminalDropTests {
  /// The form of a terminal's messages.
  enum Manner: CaseIterable {
    /// Like kitty 0.48: the list is sent with every movement, in messages of 3072 bytes without padding.
    case kitty
    /// The other form in the specification: the list is sent once, and a value is one message of many pieces,
    /// padded at the end.
    case document
  }

  /// A drop target and its terminal.
  private final class Place: @unchecked Sendable {
    let terminal: FakeTerminal
    let target: TerminalDropTarget
    let folder: TemporaryFolder
    let told = Locked<[String]>([])
    private let manner: Manner

    init(
      _ manner: Manner = .kitty, idle: Duration = HangLimit.duration, atMost byteCount: UInt64 = 1 << 30,
      apart: Bool = false, hangsUpAfter: Int = .max
    ) throws {
      self.manner = manner
      var behaviour = FakeTerminal.Behaviour()
      behaviour.hasDrags = true
      behaviour.hangsUpAfter = hangsUpAfter
      (behaviour.sendsBytesApart, behaviour.typesKeys) = (apart, apart)
      terminal = try FakeTerminal(behaviour)
      folder = try TemporaryFolder()
      var settings = terminal.settings
      settings.machineFile = nil
      settings.tell = { [told] line in told.withLock { $0.append(line) } }
      var limits = TransferLimits.patient
      (limits.idle, limits.byteCount) = (idle, byteCount)
      target = try TerminalDropTarget(
        settings, within: limits, keepingFilesIn: FilePath(folder.path) ?? .currentFolder)
      expectEqual(terminal.next(72), "t=a")
    }

    func say(_ text: String) { terminal.say(command: "72;\(text)") }

    /// Drags over the terminal and drops while the target waits.
    func drop(_ names: [String]) throws -> TerminalDrop {
      let list = names.joined(separator: " ") + (manner == .kitty ? " " : "")
      say("t=m:x=1:y=5:X=9:Y=100:o=3:m=0;\(list)")
      say("t=m:x=2:y=5:X=19:Y=100:o=3:m=0;\(manner == .kitty ? list : "")")
      say("t=M:x=22:y=7:X=198:Y=142:o=3:m=0;\(list)")
      let drop = try require(target.drop(until: HangLimit.instant))
      expectEqual(terminal.next(72)?.hasPrefix("t=m:o="), true)
      return drop
    }

    /// Sends a value and its end, as the answer to the last request.
    func give(_ data: Data, _ keys: String) {
      var rest = data
      switch manner {
      case .kitty:
        while !rest.isEmpty {
          say("t=r:\(keys):m=0;\(Self.unpadded(rest.prefix(3072)))")
          rest = rest.dropFirst(3072)
        }
      case .document:
        var text = rest.base64EncodedString()[...]
        var head = "t=r:\(keys):"
        while !text.isEmpty {
          let piece = text.prefix(4096)
          text = text.dropFirst(4096)
          say("\(head)m=\(text.isEmpty ? 0 : 1);\(piece)")
          head = ""
        }
      }
      say("t=r:\(keys)")
    }

    static func unpadded(_ data: Data) -> String {
      data.base64EncodedString().replacingOccurrences(of: "=", with: "")
    }

    /// Fetches a value on another thread while the test answers.
    func fetch(_ drop: TerminalDrop, _ name: String) -> ValueOfThread<Data> {
      nonisolated(unsafe) let drop = drop
      return ValueOfThread { try drop.value(name) }
    }

    /// The names of all received files and folders, sorted.
    func brought() throws -> [String] {
      let root = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath()
      let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      return (all?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent }.sorted()
    }
  }

  @Test(arguments: Manner.allCases, [false, true]) func everyTypeIsTaken(manner: Manner, apart: Bool) throws {
    let place = try Place(manner, apart: apart)
    defer { place.terminal.end() }
    let drop = try place.drop(["text/html", "text/plain", "image/png"])
    expectEqual(drop.names, ["text/html", "text/plain", "image/png"])
    let values = [
      ("text/plain", 2, OfferSamples.text), ("image/png", 3, apart ? OfferSamples.text : OfferSamples.long),
    ]
    for (name, number, data) in values {
      let fetched = place.fetch(drop, name)
      expectEqual(place.terminal.next(72), "t=r:x=\(number)")
      place.give(data, "x=\(number)")
      try expectEqual(fetched.value(), data)
    }
    drop.finish(taken: true)
    let waiting = ValueOfThread { try place.target.drop(until: .now + .milliseconds(300)) == nil }
    expectEqual(place.terminal.next(72), "t=r:o=1")
    try expectEqual(waiting.value(), true)
  }

  @Test(arguments: [1, 2, 3, 3071, 3072, 3073, 1 << 20], Manner.allCases)
  func valuesOfEveryLengthArriveWhole(count: Int, manner: Manner) throws {
    let place = try Place(manner)
    defer { place.terminal.end() }
    let drop = try place.drop(["image/png"])
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let fetched = place.fetch(drop, "image/png")
    expectEqual(place.terminal.next(72), "t=r:x=1")
    place.give(data, "x=1")
    try expectEqual(fetched.value(), data)
  }

  @Test func piecesNeedNotBeMultiplesOfThreeBytes() throws {
    let place = try Place()
    defer { place.terminal.end() }
    let drop = try place.drop(["image/png"])
    let fetched = place.fetch(drop, "image/png")
    expectEqual(place.terminal.next(72), "t=r:x=1")
    for start in stride(from: 0, to: 1000, by: 100) {
      place.say("t=r:x=1:m=0;\(Place.unpadded(OfferSamples.long[start..<(start + 100)]))")
    }
    place.say("t=r:x=1:m=0")
    try expectEqual(fetched.value(), OfferSamples.long.prefix(1000))
  }

  @Test func answersFollowTheDrag() throws {
    let place = try Place()
    defer { place.terminal.end() }
    let waiting = ValueOfThread {
      try place.target.drop(until: HangLimit.instant) { $0.contains("text/html") }?.names
    }
    // The drag is refused and leaves; enters with a wanted type, loses and regains it; and is dropped without
    // a list.
    place.say("t=m:x=1:y=5:o=3;image/png ")
    expectEqual(place.terminal.next(72), "t=m:o=0")
    place.say("t=m:x=-1:y=-1")
    place.say("t=m:x=1:y=5:o=3;image/png text/html ")
    expectEqual(place.terminal.next(72), "t=m:o=1:m=0;image/png text/html")
    for column in 2..<50 { place.say("t=m:x=\(column):y=5:o=3;image/png text/html ") }
    place.say("t=m:x=1:y=6:o=3;image/png ")
    expectEqual(place.terminal.next(72), "t=m:o=0")
    place.say("t=m:x=1:y=7:o=3;text/html ")
    expectEqual(place.terminal.next(72), "t=m:o=1:m=0;text/html")
    place.say("t=M:x=1:y=7:o=3")
    try expectEqual(waiting.value(), ["text/html"])
  }

  @Test func namesWithControlCharactersAreNotSentBack() throws {
    let place = try Place()
    defer { place.terminal.end() }
    let waiting = ValueOfThread {
      try place.target.drop(until: HangLimit.instant) { $0.contains("text/html") }?.names
    }
    place.say("t=m:x=1:y=5:o=3;\r\nxt/plain text/html a\tb ")
    expectEqual(place.terminal.next(72), "t=m:o=1:m=0;text/html")
    place.say("t=M:x=1:y=5:o=3")
    // Names that are not sent back to the terminal keep their index, because contents are requested by index.
    #expect(try waiting.value() == ["\r\nxt/plain", "text/html", "a\tb"])
  }

  @Test func twoDropsInARowAndOneWithoutAMovement() throws {
    let place = try Place()
    defer { place.terminal.end() }
    for name in ["text/a", "text/b"] {
      let drop = try place.drop([name])
      expectEqual(drop.names, [name])
      drop.finish(taken: false)
      expectEqual(place.terminal.next(72), "t=r:o=0")
    }
    place.say("t=M:x=1:y=7:o=3;text/c ")
    try expectEqual(place.target.drop(until: HangLimit.instant)?.names, ["text/c"])
    // Releasing an unfinished drop gives it up.
    expectEqual(place.terminal.next(72), "t=r:o=0")
  }

  @Test func oneTypeThatFailsLeavesTheOthers() throws {
    let place = try Place(idle: .seconds(2))
    defer { place.terminal.end() }
    let drop = try place.drop(["a/a", "b/b", "c/c", "d/d"])
    for (number, answer) in [(1, "t=R:x=1:m=0;EIO:words"), (2, "t=R:x=2;EMFILE:too many"), (3, "t=r:x=3")] {
      let fetched = place.fetch(drop, drop.names[number - 1])
      expectEqual(place.terminal.next(72), "t=r:x=\(number)")
      // The rest of another answer must not be taken for this one.
      place.say("t=r:x=9:m=0;QUJD")
      place.say(answer)
      expectThrows(TransferError.self) { try fetched.value() }
    }
    let silent = place.fetch(drop, "d/d")
    expectThrows(TransferError.self) { try silent.value() }
    let again = place.fetch(drop, "d/d")
    expectEqual(place.terminal.next(72), "t=r:x=4")
    place.give(Data("abc".utf8), "x=4")
    try expectEqual(again.value(), Data("abc".utf8))
    expectThrows(TransferError.self) { try drop.value("e/e") }
  }

  @Test func limitsAndEndsOfTheTerminalAreErrors() throws {
    let place = try Place(atMost: 1000, hangsUpAfter: 2000)
    let drop = try place.drop(["image/png"])
    let fetched = place.fetch(drop, "image/png")
    expectEqual(place.terminal.next(72), "t=r:x=1")
    place.give(OfferSamples.long, "x=1")
    expectThrows(TransferError.self) { try fetched.value() }
    let other = place.fetch(drop, "image/png")
    place.terminal.end()
    expectThrows(TransferError.self) { try other.value() }
  }

  @Test func theTerminalIsGivenBackAsItWas() throws {
    let before = try FakeTerminal().modes
    var place: Place? = try Place()
    let terminal = try require(place?.terminal)
    defer { terminal.end() }
    expectNotEqual(terminal.modes, before)
    place = nil
    expectEqual(terminal.next(72), "t=A")
    expectEqual(terminal.modes, before)
  }

  // MARK: Files of another machine

  /// Answers requests for files until no more arrive.
  private func serve(_ files: [String: (kind: Int, data: Data)], on place: Place) {
    Thread.detachNewThread {
      while let question = place.terminal.next(72, within: 2) {
        let keys = String(question.dropFirst(4))
        if let file = files[keys] {
          place.give(file.data, file.kind == 0 ? keys : "\(keys):X=\(file.kind)")
        }
      }
    }
  }

  @Test(arguments: Manner.allCases) func foldersOfAnotherMachineAreBrought(manner: Manner) throws {
    let place = try Place(manner)
    defer { place.terminal.end() }
    let drop = try place.drop(["text/plain", "text/uri-list"])
    let list =
      "# a comment\r\nfile:///there/tree/\r\nhttps://example.org/\r\nfile:///there/a%20b\r\nfile:///x/A%20B\r\n"
    serve(
      [
        "x=2": (1, Data(list.utf8)),
        "x=2:y=1": (2, Data("empty\0link\0out\0nothing\0sub".utf8)),
        "Y=2:x=1": (3, Data()), "Y=2:x=2": (1, Data("sub/long".utf8)), "Y=2:x=3": (1, Data("../../etc".utf8)),
        "Y=2:x=4": (0, Data()), "Y=2:x=5": (4, Data("long".utf8)), "Y=4:x=1": (0, OfferSamples.long),
        "x=2:y=3": (0, Data("a".utf8)), "x=2:y=4": (0, Data("b".utf8)),
      ], on: place)
    let fetched = try require(place.fetch(drop, "text/uri-list").value())
    let entries = URIList(fetched).entries
    #expect(entries.count == 4 && entries[1] == .url("https://example.org/"))
    guard case .file(let tree) = entries[0], case .file(let first) = entries[2],
      case .file(let second) = entries[3]
    else { return expect(Bool(false), "\(entries)") }
    try expectEqual(Data(OpenFile.readingRegular(first).bytes(at: 0, count: 1)), Data("a".utf8))
    // Names that differ only in case become two different names, because some file systems ignore case.
    expectEqual(second.lastComponent?.string, "A B 2")
    let files = FileManager.default
    try expectEqual(
      files.contentsOfDirectory(atPath: tree.description).sorted(), ["empty", "link", "nothing", "sub"])
    expectEqual(files.contents(atPath: "\(tree)/sub/long"), OfferSamples.long)
    try expectEqual(files.destinationOfSymbolicLink(atPath: "\(tree)/link"), "sub/long")
    expectEqual(files.contents(atPath: "\(tree)/nothing"), Data())
    expectEqual(
      place.told.withLock { $0 },
      [
        "the link out is left out: its target is "
          + "outside the dropped folder"
      ])
    // A second request transfers nothing again.
    #expect(try drop.value("text/uri-list") == fetched)
  }

  @Test(arguments: ["..", ".", "", "a/b", "/etc/passwd", "a\0\0b"]) func hostileNamesAreRefused(name: String)
    throws
  {
    let place = try Place()
    defer { place.terminal.end() }
    let drop = try place.drop(["text/uri-list"])
    serve(
      [
        "x=1": (1, Data("file:///tree/\r\n".utf8)),
        "x=1:y=1": (2, Data("good\0\(name)".utf8)), "Y=2:x=1": (0, Data("a".utf8)),
        "Y=2:x=2": (0, Data("b".utf8)),
      ], on: place)
    expectThrows(TransferError.self) { try place.fetch(drop, "text/uri-list").value() }
    #expect(try !place.brought().contains("passwd"))
  }

  @Test(arguments: ["file:///%2e%2e", "file:///a%2fb", "file:///a%00b", "file:///", "file:///tree/.."])
  func hostileListsAreRefused(line: String) throws {
    let place = try Place()
    defer { place.terminal.end() }
    let drop = try place.drop(["text/uri-list"])
    serve(["x=1": (1, Data("\(line)\r\n".utf8)), "x=1:y=1": (0, Data("a".utf8))], on: place)
    expectThrows(TransferError.self) { try place.fetch(drop, "text/uri-list").value() }
  }

  @Test func aFolderThatNeverEndsMeetsTheLimit() throws {
    let place = try Place()
    defer { place.terminal.end() }
    let drop = try place.drop(["text/uri-list"])
    Thread.detachNewThread {
      var handle = 1
      while let question = place.terminal.next(72, within: 2) {
        handle += 1
        let keys = String(question.dropFirst(4))
        if keys == "x=1" {
          place.give(Data("file:///tree/\r\n".utf8), "x=1:X=1")
        } else if keys.contains("x=") {
          place.give(Data("again".utf8), "\(keys):X=\(handle)")
        }
      }
    }
    expectThrows(TransferError.self) { try place.fetch(drop, "text/uri-list").value() }
  }

  @Test func filesOfThisMachineStayWhereTheyAre() throws {
    let place = try Place()
    defer { place.terminal.end() }
    let drop = try place.drop(["text/uri-list"])
    let list = Data("file:///here/a\r\n".utf8)
    serve(["x=1": (0, list)], on: place)
    try expectEqual(place.fetch(drop, "text/uri-list").value(), list)
    try expectEmpty(place.brought())
  }
}
