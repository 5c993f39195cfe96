import ArgumentParsing
import DesktopActions
import JSONText
import ProfferActions

/// The command `trace`: plays a scripted drag or reads the record of a transfer, and prints each call.
struct TraceArguments: ProgramCommand {
  var script = PathArgument.standardStream
  var asJSON = false

  static var declaration: CommandDeclaration<TraceArguments> {
    CommandDeclaration(
      summary: "Play a scripted drag, or read a recorded transfer, and print each call.",
      details: """
        A script is a list of lines. The first lines place views on a screen; the others state what a finger
        does. The whole example can be pasted into a shell. It drags a text from one view to another, and
        then moves the first row of a table below the third:

            echo 'application Notes 0,0 300x500
            item Hello text "Hello World"
            source Label 0,0 100x40 offers Hello
            target Box 0,100 100x100 accepts public.plain-text proposes copy
            table List 0,250 100x200 rows Milk Bread Eggs
            begin Label
            move Box
            drop
            begin List 1
            move List 3
            drop' | proffer trace -

        Every kind of line:

            application NAME AREA
            item NAME [name TEXT] [text TEXT] [url URL] [data TYPE TEXT] [fails TYPE] [silent TYPE] …
            source NAME AREA offers ITEM … [adds ITEM …] [no-move] [restricted]
            target NAME AREA accepts TYPE … proposes copy|move|cancel|forbidden [precise] [no-load]
            table NAME AREA rows TEXT …
            select TABLE ROW …
            begin PLACE, move PLACE, add PLACE, wait SECONDS, drop, cancel

        Coordinates are in points: X grows to the right and Y down, from 0,0 in the upper left corner. An
        area is X,Y WIDTHxHEIGHT. A place is one of these: X,Y; the name of a view, which means its center;
        or a table and the number of a row, counted from 1. Text with spaces is in double quotes, and #
        begins a comment.

        Each line of the output is a call: the time in seconds, the view, the call, and its arguments. The
        number of a row follows the number of its section, both counted from 1: 1.3 is the third row of the
        first section.

        With --record, the commands copy, paste, drag and catch write a record of a real transfer. A record is
        printed in the same form: the side, the call, the names of the types, and the numbers of bytes.
        """,
      examples: [
        "proffer trace copy.drag": "The calls of a drag, in order.",
        "proffer trace paste.jsonl": "The calls of a recorded paste.",
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand(
        "SCRIPT", to: \.script, as: PathArgument.input, orInput: true,
        help: "The script or record.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let lines = try TransferTrace(of: script.actionInput).run(in: program.actions)
    if asJSON {
      try program.console.printJSON("trace", [JSONMember("calls", .strings(lines))])
    } else {
      try program.console.print(lines: lines)
    }
    return .done
  }
}
