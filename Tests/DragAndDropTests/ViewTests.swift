import DragAndDrop
import Foundation
import ItemProviders
import TestSupport;
import Testing

@Suite @MainActor struct ViewTests {
  let stage = Stage()

  @Test func pointsAreConvertedBetweenViewsOfDifferentWindows() {
    let (inner, outer, other) = (View(name: "inner"), View(name: "outer"), View(name: "other"))
    inner.frame = CGRect(x: 5, y: 6, width: 10, height: 10)
    stage.add(outer, to: stage.left, row: 1)
    outer.addSubview(inner)
    stage.add(other, to: stage.right, row: 0)
    let point = CGPoint(x: 1, y: 2)
    expectEqual(inner.convert(point, to: outer), CGPoint(x: 6, y: 8))
    expectEqual(inner.convert(point, from: outer), CGPoint(x: -4, y: -4))
    expectEqual(inner.convert(point, to: nil), CGPoint(x: 6, y: 108))
    expectEqual(inner.convert(point, to: other), CGPoint(x: -94, y: 108))
    expectEqual(other.convert(inner.convert(point, to: other), to: inner), point)
    expectEqual(outer.convert(inner.frame, to: nil), CGRect(x: 5, y: 106, width: 10, height: 10))
  }

  @Test func theCenterMovesTheFrameAndTheBoundsResizeItAroundTheCenter() {
    let view = View(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    expectEqual(view.center, CGPoint(x: 25, y: 40))
    view.center = CGPoint(x: 100, y: 100)
    expectEqual(view.frame, CGRect(x: 85, y: 80, width: 30, height: 40))
    view.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
    expectEqual(view.frame, CGRect(x: 95, y: 90, width: 10, height: 20))
  }

  @Test func aViewWithoutANameHasThatOfItsClass() {
    expectEqual(View().name, "View")
    expectEqual(TableView(frame: .zero).name, "TableView")
    expectEqual(TextField(name: "search").name, "search")
  }

  @Test func aHiddenViewIsNotHit() {
    let view = View()
    let center = stage.add(view, to: stage.left, row: 0)
    expectEqual(stage.driver.view(at: center), view)
    view.isHidden = true
    expectEqual(stage.driver.view(at: center), stage.left.window)
  }

  @Test func interactionsAreRemovedAndAddedBySettingThem() {
    let view = View()
    let (first, second) = (DragInteraction(delegate: TestSource()), DragInteraction(delegate: TestSource()))
    view.addInteraction(first)
    view.interactions = [second]
    expectEqual(view.interactions.map { ObjectIdentifier($0) }, [ObjectIdentifier(second)])
    expectNil(first.view)
    expectEqual(second.view, view)
  }
}

@Suite @MainActor struct PreviewClassTests {
  @Test func parametersCopyTheirPathAndPreviewsTheirParameters() {
    let parameters = DragPreviewParameters()
    let path = PreviewPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
    parameters.visiblePath = path
    path.append(PreviewPath(rect: CGRect(x: 100, y: 0, width: 1, height: 1)))
    expectEqual(parameters.visiblePath?.bounds, CGRect(x: 1, y: 2, width: 3, height: 4))
    let preview = DragPreview(view: View(), parameters: parameters)
    parameters.visiblePath = nil
    expectEqual(preview.parameters.visiblePath?.bounds.origin, CGPoint(x: 1, y: 2))
    let copy = preview.parameters.copy() as? DragPreviewParameters
    expectEqual(copy, preview.parameters)
    #expect(copy !== preview.parameters)
  }

  @Test(arguments: [0, 5, 100])
  func aRoundedRectangleStaysInItsRectangle(radius: CGFloat) {
    let rect = CGRect(x: 10, y: 20, width: 40, height: 30)
    expectEqual(PreviewPath(roundedRect: rect, cornerRadius: radius).bounds, rect)
    expectEqual(PreviewPath(ovalIn: rect).bounds, rect)
  }

  @Test func transformsAreAppliedInTheirOrder() {
    let turned = PreviewTransform(scaleX: 2, y: 3).concatenating(PreviewTransform(translationX: 5, y: 7))
    expectEqual(turned, PreviewTransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: 7))
    expectEqual(PreviewTransform(translationX: 5, y: 7).scaledBy(x: 2, y: 3), turned)
    #expect(PreviewTransform(rotationAngle: 0).isIdentity)
  }
}
