import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem

extension DropEntry {
  /// Returns a description of the drop in one line: the number of items, the source, the destination and the
  /// age.
  ///
  /// - Parameter folder: the working folder. Paths below this folder are shown relative to it.
  func text(in folder: FilePath) -> String {
    guard let summary else {
      return damage == nil ? "a drop of \(placed.count + replaced.count) files" : "a drop"
    }
    let items = summary.itemCount == 1 ? "1 item" : "\(summary.itemCount) items"
    let verb = summary.isMove ? "the move of" : "the drop of"
    let (source, destination) = (summary.source.typed(in: folder), summary.destination.typed(in: folder))
    return "\(verb) \(items) from \(source) into \(destination), "
      + DropEntry.age(Date().timeIntervalSince(summary.date))
  }

  /// The reasons why the drop cannot be undone completely.
  ///
  /// Each element is one line.
  var obstaclesInWords: [String] {
    if let damage { return ["\(damage.message); undo --forget \(number) removes the drop from the list"] }
    return obstacles.map { "\($0.error)" }
  }

  /// Returns a description of the time that has passed since a drop.
  private static func age(_ seconds: Double) -> String {
    let minutes = Int(seconds / 60)
    func ago(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s") ago" }
    switch minutes {
    case ..<1: return "just now"
    case ..<60: return ago(minutes, "minute")
    case ..<1_440: return ago(minutes / 60, "hour")
    default: return ago(minutes / 1_440, "day")
    }
  }

  /// Returns the drop as a JSON object.
  ///
  /// - Parameter folder: the working folder. Paths below this folder are relative to it, as in text.
  func json(in folder: FilePath) -> JSONNode {
    var members: [JSONMember] = [JSONMember("number", .integer(number))]
    if let summary {
      members += JSONMember.name("source", summary.source.typed(in: folder).bytes)
      members += JSONMember.name("destination", summary.destination.typed(in: folder).bytes)
      members += JSONMember.name("workingFolder", summary.workingFolder.bytes)
      members += [
        JSONMember("items", .integer(summary.itemCount)),
        JSONMember("operation", .string(summary.isMove ? "move" : "copy")),
        JSONMember("time", .integer(Int64(summary.date.timeIntervalSince1970))),
      ]
    }
    members.append(JSONMember("placed", .paths(placed, in: folder)))
    members.append(JSONMember("replaced", .paths(replaced, in: folder)))
    members.append(JSONMember("obstacles", .array(obstacles.map { $0.json(in: folder) })))
    if let damage { members.append(JSONMember("damage", .error(damage))) }
    return .object(members)
  }
}

extension DropUndo.Outcome {
  /// Returns the result as members of a JSON object.
  ///
  /// - Parameter folder: the working folder. Paths below this folder are relative to it, as in text.
  func members(in folder: FilePath) -> [JSONMember] {
    (number.map { [JSONMember("number", .integer($0))] } ?? []) + [
      JSONMember("removed", .paths(removed, in: folder)),
      JSONMember("restored", .paths(restored, in: folder)),
      JSONMember("problems", .array(problems.map { $0.json(in: folder) })),
      JSONMember("ended", .boolean(isEnded)),
    ] + (keptBackups.map { JSONMember.name("backups", $0.bytes) } ?? [])
  }
}

extension DropProblem {
  fileprivate func json(in folder: FilePath) -> JSONNode {
    .object([JSONMember("path", .string(path.typed(in: folder).description)), .error(error)])
  }
}

extension JSONNode {
  /// Returns an array of paths; those below the working folder are relative to it.
  fileprivate static func paths(_ paths: [FilePath], in folder: FilePath) -> JSONNode {
    .strings(paths.map { $0.typed(in: folder).description })
  }
}
