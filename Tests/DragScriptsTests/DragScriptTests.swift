import DragAndDrop
import DragScripts
import Foundation
import ItemProviders
import TestSupport
import Testing

@Suite @MainActor struct DragScriptTests {
  private static let scene = """
    application Notes 0,0 200x400
    item greeting name "Greeting" text "Hello"   # a comment
    item link url https://a.example/
    source list 0,0 200x100 offers greeting adds link
    application Board 200,0 200x400
    target page 200,0 200x200 accepts public.url public.text proposes copy
    """

  private func play(_ lines: String) throws -> DragTrace {
    try DragScript(parsing: Self.scene + "\n" + lines).play()
  }

  @Test func aTraceHasTimesAndCalls() throws {
    let trace = try play("begin list\nmove page\nadd list\ndrop\n")
    expectEqual(
      trace.description,
      """
      0.000  Notes/list  itemsForBeginning                         1 item
      0.500  Notes/list  previewForLifting
      0.500  Notes/list  willAnimateLift
      0.500  Notes/list  sessionWillBegin
      0.500  Notes/list  sessionAllowsMoveOperation                true
      0.500  Notes/list  sessionIsRestrictedToDraggingApplication  false
      0.500  Notes/list  prefersFullSizePreviewsFor                false
      0.516  Notes/list  sessionDidMove
      0.516  Board/page  canHandle                                 true
      0.516  Board/page  sessionDidEnter
      0.516  Board/page  sessionDidUpdate                          copy
      0.516  Notes/list  itemsForAddingTo                          1 item
      0.516  Notes/list  willAdd                                   1 item
      0.516  Board/page  sessionDidUpdate                          copy
      0.516  Notes/list  willEnd                                   copy
      0.516  Board/page  performDrop                               copy
      0.516  Board/page  <load>                                    item 1 as public.utf8-plain-text
      0.516  Board/page  <load>                                    item 2 as public.url
      0.516  Board/page  previewForDropping
      0.516  Board/page  willAnimateDrop
      0.516  Board/page  previewForDropping
      0.516  Board/page  willAnimateDrop
      0.766  Board/page  concludeDrop
      0.766  Board/page  sessionDidEnd
      0.766  Notes/list  didEnd                                    copy
      0.766  Board/page  <loaded>                                  item 1 as public.utf8-plain-text
      0.766  Board/page  <loaded>                                  item 2 as public.url
      0.766  Notes/list  sessionDidTransferItems

      """)
  }

  @Test func theSameScriptHasTheSameTrace() throws {
    let script = try DragScript(parsing: Self.scene + "\nbegin list\nmove page\nadd list\ndrop\n")
    try expectEqual(script.play(), script.play())
  }

  @Test func aScriptReordersATable() throws {
    let trace = try DragScript(
      parsing: """
        application Lists 0,0 200x400
        table rows 0,0 200x200 rows "Milk" "Bread" "Eggs"
        begin rows 1
        move rows 3
        drop
        select rows 1 2
        begin rows 1
        move rows 3
        drop
        """
    ).play()
    expectEqual(trace.details(of: "moveRowAt"), ["1.1 to 1.3"])
    expectEqual(trace.details(of: "didEnd"), ["move", "cancel"])
  }

  @Test func failedAndSilentSourcesHaveDifferentOutcomes() throws {
    let trace = try DragScript(
      parsing: """
        application One 0,0 100x300
        item broken fails public.png
        item lazy silent public.jpeg
        item good data com.compuserve.gif "GIF"
        source s 0,0 100x100 offers broken lazy good
        target t 0,100 100x100 accepts public.image proposes copy precise
        begin s
        move t
        wait 1.5
        drop
        """
    ).play()
    expectEqual(trace.details(of: "<failed>").count, 1)
    expectEqual(trace.details(of: "<cancelled>"), ["item 2 as public.jpeg"])
    expectEqual(trace.details(of: "<loaded>"), ["item 3 as com.compuserve.gif"])
    expectEqual(trace.details(of: "sessionDidUpdate"), ["copy, precise"])
    expectEqual(trace.calls.last, "s.sessionDidTransferItems")
  }

  @Test(
    arguments: [
      (
        "begin nowhere",
        "line 7: “nowhere” is not a place; a place is a point X,Y, a source, a target or a table"
      ),
      ("begin list extra", "line 7: “extra” is an extra word after “begin”"),
      ("jump", "line 7: “jump” is not a keyword"),
      ("item greeting", "line 7: the name “greeting” is already used"),
      ("item x text \"open", "line 7: a quote is not closed"),
      ("item x text", "line 7: a text is missing at the end"),
      ("item x data \"\" y", "line 7: “” is not a type identifier"),
      ("source x 0,0 10x0 offers greeting", "line 7: “0,0 10x0” is not an area"),
      ("source x 0,0 10x10 greeting", "line 7: “offers” is missing before “greeting”"),
      ("source x 0,0 10x10 offers missing", "line 7: “missing” is not the name of an item"),
      ("target x 0,0 1x1 accepts public.text proposes dance", "line 7: “dance” is not an operation"),
      ("wait soon", "line 7: “soon” is not a number of seconds"),
      ("wait nan", "line 7: “nan” is not a number of seconds"),
      ("begin 1e300,0", "line 7: “1e300,0” is not a place"),
      ("select list 1", "line 7: “list” is not the name of a table"),
    ])
  func anInvalidLineIsNamed(lines: String, message: String) throws {
    let error = expectThrows(DragScriptError.self) { try play(lines) }
    expectEqual(error?.code, .invalidLine)
    expectEqual(error?.message.hasPrefix(message), true, "\(error?.message ?? "no error")")
  }

  @Test(arguments: [
    ("drop", "line 7: no drag has begun"),
    ("begin list\nbegin list", "line 8: the last drag has not ended"),
    ("begin list\ncancel\nmove page", "line 9: no drag has begun"),
    // The error is in the line that found nothing to drag.
    (
      "begin 390,390\nmove page",
      "line 7: no source at this position offers an item, so the drag of line 8 has not begun"
    ),
  ])
  func aMisplacedStepIsNamed(lines: String, message: String) throws {
    let error = expectThrows(DragScriptError.self) { try play(lines) }
    expectEqual(error?.code, .misplacedStep)
    expectEqual(error?.message.hasPrefix(message), true, "\(error?.message ?? "no error")")
  }

  @Test func aViewWithoutAnApplicationIsAnError() {
    let error = expectThrows(DragScriptError.self) {
      try DragScript(parsing: "item a\nsource b 0,0 1x1 offers a")
    }
    expectEqual(error?.message, "line 2: “b” needs an application; add an application line before it")
  }
}
