import ByteTools
import DesktopTransfer
import DragAndDrop
import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem

/// A file that records the events of a transfer.
///
/// The first line is a JSON object that names the action. Each further line is a JSON object that describes
/// an event. The file does not contain the transferred content.
enum TransferRecordFile {
  private static let version = 1

  /// Creates a file, and returns a recorder that writes events to the file.
  ///
  /// - Parameters:
  ///   - command: the name of the action in the record.
  ///   - note: called once if an event cannot be written. After that, no events are written.
  static func create(
    _ path: FilePath, for command: String, _ note: @escaping @Sendable (DesktopNote) -> Void
  ) throws -> TransferRecorder {
    let file = try OutputPlace(path).explainingReplacement { try OpenFile.creating(path) }
    try write(
      [JSONMember("record", .integer(version)), JSONMember("command", .string(command))], to: file)
    let hasFailed = Locked(false)
    return TransferRecorder { event in
      // A record with missing lines is not useful, so no further lines are written after an error.
      if hasFailed.withLock({ $0 }) { return }
      let (seconds, attoseconds) = event.time.components
      var members = [
        JSONMember("microseconds", .integer(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)),
        JSONMember("party", .string(event.party)), JSONMember("call", .string(event.call)),
      ]
      if !event.detail.isEmpty { members.append(JSONMember("detail", .string(event.detail))) }
      if let byteCount = event.byteCount { members.append(JSONMember("bytes", .integer(byteCount))) }
      do { try write(members, to: file) } catch {
        hasFailed.withLock { hasFailed in
          if !hasFailed { note(.recordIncomplete(error)) }
          hasFailed = true
        }
      }
    }
  }

  private static func write(_ members: [JSONMember], to file: OpenFile) throws {
    var json = JSONWriter(escaping: { PrintableText.isHidden($0) })
    json.node(.object(members))
    // Each event is written with a single call, so that lines of several threads do not mix.
    try (json.finish() + [UInt8(ascii: "\n")]).withUnsafeBytes { try file.writeNext($0) }
  }

  /// Returns whether a text is a record rather than a script.
  static func isRecord(_ text: String) -> Bool { text.hasPrefix("{") }

  /// Parses the events of a record.
  ///
  /// - Parameter name: the name used in errors.
  static func trace(of text: String, named name: String) throws -> DragTrace {
    var command = ""
    var events: [TraceEvent] = []
    for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      func fault(_ reason: String) -> ActionError {
        ActionError.failure("\(name):\(index + 1): \(reason)")
      }
      let node: JSONNode
      do { node = try JSONNode.parse(Array(line.utf8)) } catch {
        throw fault("the line is not JSON: \(error)")
      }
      if index == 0 {
        guard node["record"]?.integerValue == version, let text = node["command"]?.stringValue else {
          throw fault("the file is not a record of a transfer, or was written by another version")
        }
        command = text
        continue
      }
      guard let time = node["microseconds"]?.integerValue, let party = node["party"]?.stringValue,
        let call = node["call"]?.stringValue
      else { throw fault("the line is not an event: it has no microseconds, party or call") }
      let byteCount = node["bytes"]?.integerValue.map { "\($0) bytes" }
      let detail = [node["detail"]?.stringValue, byteCount].compactMap(\.self).joined(separator: ", ")
      events.append(
        TraceEvent(time: .microseconds(time), application: party, view: command, call: call, detail: detail))
    }
    return DragTrace(events: events)
  }
}
