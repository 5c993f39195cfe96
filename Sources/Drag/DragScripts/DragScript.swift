import DragAndDrop
import Foundation

/// A script that describes a scene and the steps of drags; the input of `proffer trace`.
///
/// A script consists of lines of words. `#` begins a comment. Text with spaces must be in double quotes.
/// Names must be declared before they are used. An area is `X,Y WIDTHxHEIGHT`, in points of the screen.
///
///     application NAME AREA              contains the following views; later applications are in front
///     item NAME [name TEXT] [text TEXT] [url URL] [data TYPE TEXT] [fails TYPE] [silent TYPE] …
///                                        an item; its representations, best first
///     source NAME AREA offers ITEM … [adds ITEM …] [no-move] [restricted]
///     target NAME AREA accepts TYPE … proposes copy|move|cancel|forbidden [precise] [no-load]
///     table NAME AREA rows TEXT …        a table whose rows can be reordered, and that receives text
///     select TABLE ROW …                 rows count from 1
///     begin PLACE                        touch and lift
///     move PLACE                         move the finger
///     add PLACE                          touch another source with a second finger
///     wait SECONDS
///     drop
///     cancel
///
/// A place is a point `X,Y` on the screen, the name of a view (for the view's center), or the name of a table
/// and a row number.
///
/// A target without `no-load` loads the best representation of each item. A table behaves like the table of
/// Apple's sample (`ReorderableRows`). A single row of the table is moved, a drop of several rows of the
/// table is cancelled, and text from elsewhere is copied, in order.
package struct DragScript: Hashable, Sendable {
  struct Area: Hashable, Sendable {
    var x, y, width, height: Double

    var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
  }

  enum Representation: Hashable, Sendable {
    case text(String)
    case url(URL)
    case data(type: String, text: String)
    case failing(type: String)
    case silent(type: String)
  }

  enum Place: Hashable, Sendable {
    case point(x: Double, y: Double)
    case view(String)
    case row(table: String, row: Int)
  }

  enum Step: Hashable, Sendable {
    case application(name: String, Area)
    case item(name: String, suggestedName: String?, [Representation])
    case source(
      name: String, Area, offers: [String], adds: [String], allowsMove: Bool, isRestricted: Bool)
    case target(
      name: String, Area, accepts: [String], proposes: DropOperation, isPrecise: Bool, loads: Bool)
    case table(name: String, Area, rows: [String])
    case select(table: String, rows: [Int])
    case begin(Place)
    case move(Place)
    case add(Place)
    case wait(Duration)
    case drop
    case cancel
  }

  struct Line: Hashable, Sendable {
    let number: Int
    let step: Step
  }

  let lines: [Line]

  /// Parses a script.
  ///
  /// - Throws: ``DragScriptError`` with code `invalidLine` for the first invalid line.
  package init(parsing text: String) throws(DragScriptError) {
    var parser = DragScriptParser()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      try parser.read(line, number: index + 1)
    }
    lines = parser.lines
  }
}
