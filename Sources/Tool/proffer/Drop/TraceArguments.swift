import ArgumentParsing
import DragAndDrop
import DragScripts
import FileSystem
import Foundation

/// `trace`: a scripted drag, played and printed call by call.
struct TraceArguments: CommandArguments {
  var script = PathArgument.standardStream

  static var declaration: CommandDeclaration<TraceArguments> {
    CommandDeclaration(
      summary: "Play a scripted drag and print the conversation.",
      details: """
        A script declares applications, items, sources, targets and tables, and then what the finger does, a line each:

            application NAME AREA
            item NAME [name TEXT] [text TEXT] [url URL] [data TYPE TEXT] [fails TYPE] [silent TYPE] …
            source NAME AREA offers ITEM … [adds ITEM …] [no-move] [restricted]
            target NAME AREA accepts TYPE … proposes copy|move|cancel|forbidden [precise] [no-load]
            table NAME AREA rows TEXT …
            select TABLE ROW …
            begin PLACE, move PLACE, add PLACE, wait SECONDS, drop, cancel

        An area is X,Y WIDTHxHEIGHT; a place is X,Y, the name of a view, or a table and the number of a row. A # begins
        a comment. Each line of the answer is a call: when, where, which, and with what.
        """,
      examples: ["proffer trace reorder.drag": "What a drag asks of both sides, in order."]
    ) {
      operand("SCRIPT", to: \.script, as: PathArgument.input, help: "The script; - is standard input.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    let text = try script.text()
    try ProcessLimits.requireQueues(to: "play the script")
    try types.install()
    // Views belong to the main actor, and commands run on the main thread.
    let trace = try MainActor.assumeIsolated { try DragScript(parsing: text).play() }
    try Console.print(lines: trace.lines)
    return .done
  }
}

extension PathArgument {
  /// All of the file or the stream, which must be UTF-8.
  fileprivate func text() throws -> String {
    let bytes: [UInt8]
    let name: String
    switch self {
    case .path(let path):
      bytes = try path.fileBytes()
      name = path.description
    case .standardStream:
      bytes = [UInt8](try OpenFile.standardInput.readAll())
      name = "standard input"
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramError.failure("\(name) is not a script: it is not UTF-8")
    }
    return text
  }
}
