import DesktopTransfer
import JSONText
import ProfferFileSystem

/// What `paste --list` prints: the types that are offered, and the names that stand for them.
struct PastedList {
  private let content: PastedContent
  private let route: TransferRouteKind

  init(_ content: PastedContent, _ route: TransferRouteKind) {
    self.content = content
    self.route = route
  }

  func print(asJSON: Bool) throws {
    guard asJSON else { return try Console.shared.print(lines: TextTable.lines(rows)) }
    let names = content.names.names.map { name in
      JSONNode.object([
        JSONMember("name", .string(name.text)),
        JSONMember("type", typeIdentifier(of: name).map(JSONNode.string) ?? .null),
        JSONMember("remark", remark(on: name).map(JSONNode.string) ?? .null),
      ])
    }
    try Console.shared.print(
      JSONEnvelope.result(
        of: "paste",
        [
          JSONMember("selection", .string(content.selection.rawValue)),
          JSONMember("route", .string(route.rawValue)),
          JSONMember("names", .array(names)),
        ]))
  }

  /// A row for each name: the name, its type, and what is to be known about it.
  private var rows: [[String]] {
    content.names.names.map { name in
      [name.text, typeIdentifier(of: name) ?? "-", remark(on: name) ?? ""]
    }
  }

  private func typeIdentifier(of name: IncomingNames.Name) -> String? {
    switch name.meaning {
    case .type(let identifier): identifier
    case .unknown(let identifier): identifier
    case .question, .privateContent: nil
    }
  }

  private func remark(on name: IncomingNames.Name) -> String? {
    switch name.meaning {
    case .question: return "a question"
    case .privateContent: return "private to the program"
    case .unknown: return "unknown"
    case .type(let identifier):
      let fetched = content.names.types.first { $0.typeIdentifier == identifier }
      return fetched.flatMap { $0.name == name.text ? nil : "the same as \($0.name)" }
    }
  }
}
