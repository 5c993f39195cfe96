import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// Records of transfers, and the replay of a recorded one.
@Suite(.waits) struct TransferRecordTests {
  /// An event without its time.
  private struct Step: Equatable {
    var party: String
    var call: String
    var detail = ""
    var byteCount: UInt64?
  }

  private final class Kept: Sendable {
    private let steps = Locked<[Step]>([])
    var all: [Step] { steps.withLock { $0 } }
    var recorder: TransferRecorder {
      TransferRecorder { event in
        self.steps.withLock {
          $0.append(
            Step(
              party: event.party, call: event.call, detail: event.detail, byteCount: event.byteCount))
        }
      }
    }
  }

  @Test func whatIsCopiedAndPastedIsKeptWithoutItsContent() throws {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    let kept = Kept()
    let route = RecordedRoute(TerminalRoute(settings: terminal.settings), by: kept.recorder)
    let offer = OfferSamples.offer(["public.html": OfferSamples.html, "public.png": OfferSamples.long])
    _ = try route.own(offer, as: .clipboard, .patient).serve()
    let contents = try route.offered(as: .clipboard, within: .patient)
    _ = try contents.value("image/png")
    expectThrows(TransferError.self) { try contents.value("a/b") }
    expectEqual(
      kept.all,
      [
        Step(party: "receiver", call: "<load>", detail: "public.html"),
        Step(party: "proffer", call: "<loaded>", detail: "public.html", byteCount: 14),
        Step(party: "receiver", call: "<load>", detail: "public.png"),
        Step(party: "proffer", call: "<loaded>", detail: "public.png", byteCount: 70_001),
        Step(party: "proffer", call: "itemsForBeginning", detail: "text/html, image/png"),
        Step(party: "proffer", call: "sessionDidEnd", detail: "handedOver"),
        Step(party: "terminal", call: "sessionDidEnter", detail: "text/html, image/png"),
        Step(party: "proffer", call: "<load>", detail: "image/png"),
        Step(party: "terminal", call: "<loaded>", detail: "image/png", byteCount: 70_001),
        Step(party: "proffer", call: "<load>", detail: "a/b"),
        Step(
          party: "terminal", call: "<failed>",
          detail: "a/b: the clipboard of the terminal has no a/b; try another type", byteCount: 0),
      ])
  }

  /// A recorded drop.
  private static let record = """
    {"record":1,"command":"catch"}
    {"microseconds":812003,"party":"terminal","call":"sessionDidEnter","detail":"at 1,5: text/html, a/b, text/plain"}
    {"microseconds":812110,"party":"proffer","call":"sessionDidUpdate","detail":"copy"}
    {"microseconds":901000,"party":"terminal","call":"sessionDidExit"}
    {"microseconds":934002,"party":"terminal","call":"sessionDidEnter","detail":"at 7,2: text/html, a/b, text/plain"}
    {"microseconds":934150,"party":"proffer","call":"sessionDidUpdate","detail":"copy"}
    {"microseconds":1402003,"party":"terminal","call":"performDrop","detail":"text/html, a/b, text/plain"}
    {"microseconds":1402300,"party":"proffer","call":"<load>","detail":"text/plain"}
    {"microseconds":1408001,"party":"terminal","call":"<loaded>","detail":"text/plain","bytes":5000}
    {"microseconds":1408300,"party":"proffer","call":"<load>","detail":"a/b"}
    {"microseconds":1408400,"party":"terminal","call":"<failed>","detail":"a/b: EIO:the source is gone"}
    {"microseconds":1408500,"party":"proffer","call":"<load>","detail":"text/html"}
    {"microseconds":1409000,"party":"terminal","call":"<loaded>","detail":"text/html","bytes":3}
    {"microseconds":1409200,"party":"proffer","call":"concludeDrop","detail":"copy"}
    """

  @Test func aRecordedDropIsTheSameWhenItIsPlayedAgain() throws {
    let steps = try Self.record.split(separator: "\n").dropFirst().map { line in
      let event = try require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return Step(
        party: try require(event["party"] as? String), call: try require(event["call"] as? String),
        detail: event["detail"] as? String ?? "", byteCount: (event["bytes"] as? Int).map { UInt64($0) })
    }
    var behaviour = FakeTerminal.Behaviour()
    behaviour.hasDrags = true
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    let folder = try TemporaryFolder()
    var settings = terminal.settings
    settings.machineFile = nil
    let kept = Kept()
    let target = try TerminalDropTarget(
      settings, within: .patient, keepingFilesIn: FilePath(folder.path) ?? .currentFolder,
      recorder: kept.recorder)
    // The terminal's events are sent again; the program's events are awaited.
    let played = steps
    Thread.detachNewThread {
      for step in played {
        let names = (step.detail.split(separator: ":").last ?? "").split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        switch step.call {
        case "sessionDidEnter":
          let place = step.detail.dropFirst(3).prefix { $0 != ":" }.split(separator: ",")
          terminal.say(
            command: "72;t=m:x=\(place[0]):y=\(place[1]):o=3;\(names.joined(separator: " "))")
        case "sessionDidExit": terminal.say(command: "72;t=m:x=-1:y=-1")
        case "performDrop": terminal.say(command: "72;t=M:x=7:y=2:o=3;\(names.joined(separator: " "))")
        case "<load>":
          while let text = terminal.next(72), !text.hasPrefix("t=r:x=") {}
        case "<loaded>", "<failed>":
          let name = step.detail.split(separator: ":")[0]
          let number = ["text/html": 1, "a/b": 2, "text/plain": 3][String(name)] ?? 0
          if step.call == "<failed>" {
            terminal.say(command: "72;t=R:x=\(number);\(step.detail.dropFirst(name.count + 2))")
          } else {
            var rest = Data(count: Int(step.byteCount ?? 0))
            while !rest.isEmpty {
              let text = rest.prefix(3072).base64EncodedString().replacingOccurrences(of: "=", with: "")
              terminal.say(command: "72;t=r:x=\(number):m=0;\(text)")
              rest = rest.dropFirst(3072)
            }
            terminal.say(command: "72;t=r:x=\(number)")
          }
        default: break
        }
      }
    }
    let drop = try require(target.drop(until: HangLimit.instant))
    for step in steps where step.call == "<load>" {
      do { _ = try drop.value(step.detail) } catch let error as TransferError {
        expectEqual(error.code, .refused)
      }
    }
    target.finish(true)
    expectEqual(kept.all, steps)
  }
}
