import TestSupport;
import Testing

@testable import OptionalMethodsTool

struct OptionalMethodsTests {
  /// The generated lines for sources, without the comment at the start.
  private func lines(_ sources: String...) -> [String] {
    let files = sources.enumerated().map { (path: "Source\($0.offset).swift", text: $0.element) }
    return GeneratedConformances(files).text.split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("//")
    }
  }

  private let base = """
    import DragAndDrop
    class Base: NSObject, DropInteractionDelegate {}

    """

  @Test func aSubclassThatAddsAMethodConforms() {
    let source = """
      class Sub: Base {
        func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {}
      }
      """
    expectEqual(lines(base + source), ["import DragAndDrop", "extension Sub: DropInteractionPerformDrop {}"])
  }

  @Test(arguments: [
    (
      "func dragInteraction(_ i: UIDragInteraction, previewForLifting item: UIDragItem, session: UIDragSession)"
        + " -> UITargetedDragPreview? { nil }", "DragInteractionPreviewForLifting"
    ),
    (
      "func dragInteraction(_ i: UIDragInteraction, previewForLifting item: UIDragItem, session: UIDragSession)"
        + " -> UITargetedPreview? { nil }", "DragInteractionPreviewForLifting"
    ),
    (
      "func dropInteraction(_ i: UIDropInteraction, sessionDidUpdate s: UIDropSession) -> UIDropProposal { p }",
      "DropInteractionSessionDidUpdate"
    ),
    (
      "@MainActor public func dropInteraction(_ i: UIKit.UIDropInteraction, performDrop s: (any UIDropSession))"
        + " -> Void {}", "DropInteractionPerformDrop"
    ),
    ("func tableView(_ t: UITableView, canMoveRowAt p: IndexPath) -> Bool { true }", "TableViewCanMoveRowAt"),
    ("func tableView(_ t: UITableView, moveRowAt a: IndexPath, to b: IndexPath) {}", "TableViewMoveRowAt"),
    (
      "func collectionView(_ c: UICollectionView, canMoveItemAt p: IndexPath) -> Bool { true }",
      "CollectionViewCanMoveItemAt"
    ),
    (
      "func collectionView(_ c: UICollectionView, moveItemAt a: IndexPath, to b: IndexPath) {}",
      "CollectionViewMoveItemAt"
    ),
  ])
  func everyKnownMethodHasItsProtocol(method: String, name: String) {
    expectEqual(
      lines("import UIKitNames\nclass Sub: Base { \(method) }"),
      [
        "import UIKitNames", "#if !canImport(Darwin)", "extension Sub: \(name) {}", "#endif",
      ])
  }

  @Test(arguments: [
    "override func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}",
    "static func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}",
    "class func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}",
    "func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) async {}",
    "func dropInteraction<T>(_ i: DropInteraction, performDrop s: T) {}",
    "func dropInteraction(_ i: DropInteraction, performDrop s: MySession) {}",
    "func dropInteraction(_ i: DropInteraction, perform s: any DropSession) {}",
    "func dropInteraction(_ i: DropInteraction, sessionDidUpdate s: any DropSession) -> DropProposal? { nil }",
    "// func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}",
    "/* /* */ func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {} */",
    "let text = \"func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}\"",
    "func run() { func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {} }",
    "struct Inner { func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {} }",
  ])
  func anotherMethodHasNone(method: String) {
    expectEmpty(lines(base + "class Sub: Base {\n\(method)\n}"))
  }

  @Test func aClassThatConformsToTheDelegateItselfNeedsNothing() {
    let method = "func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}"
    expectEmpty(lines("class One: NSObject, DropInteractionDelegate { \(method) }"))
    expectEmpty(lines("class Two: NSObject {}", "extension Two: UIDropInteractionDelegate { \(method) }"))
  }

  @Test func aClassThatConformsToTheProtocolOfTheMethodNeedsNothing() {
    let method = "func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}"
    expectEmpty(lines(base + "class Sub: Base, DropInteractionPerformDrop { \(method) }"))
    expectEmpty(
      lines(base + "class Sub: Base { \(method) }", "extension Sub: UIDropInteractionPerformDrop {}"))
  }

  @Test func aMethodInAnExtensionInAnotherFileCounts() {
    let method = "func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}"
    expectEqual(
      lines(base + "class Outer { class Sub: Base {} }", "import Proffer\nextension Outer.Sub { \(method) }"),
      ["import Proffer", "extension Outer.Sub: DropInteractionPerformDrop {}"])
    // The class of another module may have the method already.
    expectEmpty(lines("import Proffer\nextension Foreign { \(method) }"))
  }

  @Test func theAccessOfExtensionsCounts() {
    let method = "func tableView(_ t: TableView, moveRowAt a: IndexPath, to b: IndexPath) {}"
    let conformance = ["import Proffer", "extension A: TableViewMoveRowAt {}"]
    expectEqual(
      lines("import Proffer\npublic class A: Base {}\npublic extension A { \(method) }"), conformance)
    expectEmpty(lines("import Proffer\npublic class A: Base {}\nextension A { \(method) }"))
    expectEmpty(lines("import Proffer\nclass A: Base {}\nprivate extension A { \(method) }"))
    expectEqual(lines("import Proffer\npackage class A: Base { package \(method) }"), conformance)
    expectEqual(
      lines("import Proffer\npackage class A: Base {}\npackage extension A { \(method) }"), conformance)
    expectEmpty(lines("import Proffer\nextension B { public class A: Base { \(method) } }"))
    expectEqual(
      lines("import Proffer\nextension B { class A: Base { \(method) } }"),
      ["import Proffer", "extension B.A: TableViewMoveRowAt {}"])
  }

  @Test func compilerConditionsAreCopied() {
    let source = """
      #if os(Linux)
      class Sub: Base {
        #if A
        func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) { #if B
          print("}") #endif
        }
        #elseif C // comment
        func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}
        #else
        func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}
        #endif
      }
      #endif
      """.replacing(" #if B", with: "\n#if B").replacing(" #endif", with: "\n#endif")
    expectEqual(
      lines(base + source),
      [
        "import DragAndDrop",
        "#if os(Linux)", "#if A", "extension Sub: DropInteractionPerformDrop {}", "#endif", "#endif",
        "#if os(Linux)", "#if !(A) && (C)", "extension Sub: DropInteractionPerformDrop {}", "#endif",
        "#endif",
        "#if os(Linux)", "#if !(A) && !(C)", "extension Sub: DropInteractionPerformDrop {}", "#endif",
        "#endif",
      ])
  }

  @Test func aClassInBothBranchesConformsInBoth() {
    let method = "func dropInteraction(_ i: DropInteraction, performDrop s: any DropSession) {}"
    let type = "class Sub: Base { \(method) }"
    expectEqual(
      lines("import DragAndDrop\n#if A\n\(type)\n#else\n\(type)\n#endif"),
      [
        "import DragAndDrop",
        "#if A", "extension Sub: DropInteractionPerformDrop {}", "#endif",
        "#if !(A)", "extension Sub: DropInteractionPerformDrop {}", "#endif",
      ])
  }

  @Test func importsAreWrittenOnceInTheirMostVisibleForm() {
    let method = "func tableView(_ t: TableView, moveRowAt a: IndexPath, to b: IndexPath) {}"
    expectEqual(
      lines(
        "internal import DragAndDrop\nimport Foundation\nclass A: Base { \(method) }",
        "public import DragAndDrop\nclass B: Base { \(method) }"),
      [
        "public import DragAndDrop", "extension A: TableViewMoveRowAt {}",
        "extension B: TableViewMoveRowAt {}",
      ])
    expectEqual(
      lines("import Own\nimport Foundation\nclass A: Base { \(method) }"),
      ["import Own", "import Foundation", "extension A: TableViewMoveRowAt {}"])
    expectEqual(
      lines("import Own\nimport class Foundation.NSObject\nclass A: Base { \(method) }"),
      ["import Own", "import Foundation", "extension A: TableViewMoveRowAt {}"])
  }

  @Test func whatCannotConformIsReported() {
    let method = "func tableView(_ t: TableView, moveRowAt a: IndexPath, to b: IndexPath) {}"
    let generated = GeneratedConformances([
      ("Tables.swift", "private class A: Base {\n \(method)\n}\npublic class B: Base {\n\(method)\n}"),
      (
        "Lists.swift",
        "class C: Base { private \(method) }\nclass D: Base { fileprivate class E: Base { \(method) } }"
      ),
      ("Grids.swift", "package class F: Base {\n\(method)\n}"),
    ])
    expect(!generated.text.contains("extension"), generated.text)
    expectEqual(
      generated.warnings,
      [
        "Tables.swift:2: warning: tableView is not called by the library, because the class A is private",
        "Tables.swift:5: warning: tableView is not called by the library, because the class B is public and the"
          + " method is not",
        "Lists.swift:1: warning: tableView is not called by the library, because the method is private",
        "Lists.swift:2: warning: tableView is not called by the library, because the class D.E is private",
        "Grids.swift:2: warning: tableView is not called by the library, because the class F is package and the"
          + " method is not",
      ])
  }

  @Test(arguments: [
    #"let a = "\(text("}")) {""#, ##"let b = #"{ \#("}") "#"##, "let c = \"\"\"\n { \" }}\n\"\"\"",
    "let d = #/ { /#", "var `class`: Int { 1 }", "let e: [Int: (Int) -> Void] = [:]",
    "private(set) var f = 1", "func g<T: P<Q>>(_ a: (T) -> Void = { _ in }) -> [T] where T: R { [] }",
    "class var h: Int { 1 }", "@available(macOS 10, *) @objc(name) func i() {}",
    "enum K { case `struct`\n case `enum`\n case a }", "var k = K.extension",
    "init?(coder: NSCoder) { nil }", "subscript(a: Int) -> Int { get { 1 } set {} }", "typealias J = K<L>",
  ])
  func otherMembersAreSkipped(member: String) {
    let method = "func tableView(_ t: TableView, moveRowAt a: IndexPath, to b: IndexPath) {}"
    expectEqual(
      lines("import DragAndDrop\nclass A<T>: Base<T>, @unchecked Sendable {\n\(member)\n\(method)\n}"),
      ["import DragAndDrop", "extension A: TableViewMoveRowAt {}"])
  }
}
