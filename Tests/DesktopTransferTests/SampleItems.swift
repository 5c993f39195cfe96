import Foundation
import TestSupport
import Testing
import TransferWindows
import UniformTypes

@testable import DesktopTransfer

/// The rows of a window: a page, a text and a picture; records the calls.
final class SampleItems: WindowItems, @unchecked Sendable {
  static let otherTextNames = ["text/plain;charset=utf-8", "text/plain", "TEXT", "STRING"]
  private static var rows: [(name: String, type: String, value: Data)] {
    [
      ("page", "public.html", OfferSamples.html), ("text", "public.utf8-plain-text", OfferSamples.text),
      ("picture", "public.png", OfferSamples.long),
    ]
  }

  private let condition = NSCondition()
  private var shown: WindowContent
  private var record: [String] = []
  private var isRefusing = false

  /// - Parameter count: the number of rows, at most 3.
  init(rows count: Int = 3) {
    shown = WindowContent(
      title: "items", zone: count == 0 ? DropZone("Drop here") : nil,
      rows: SampleItems.rows.prefix(count).enumerated().map {
        WindowRow(identifier: $0.offset, name: $0.element.name, detail: $0.element.type)
      }, footer: "\(count) items")
  }

  /// The calls so far.
  var calls: [String] { condition.withLock { record } }

  /// Changes the content.
  func change(_ body: (inout WindowContent) -> Void) { condition.withLock { body(&shown) } }

  /// Makes all rows impossible to drag.
  func refuse() { condition.withLock { isRefusing = true } }

  /// Waits until a call is made.
  func waitForCall(_ call: String, _ place: SourceLocation = #_sourceLocation) {
    let end = HangLimit.date
    condition.withLock { while !record.contains(call), condition.wait(until: end) {} }
    expect(calls.contains(call), calls, sourceLocation: place)
  }

  private func add(_ call: String, _ rows: [Int]) {
    condition.withLock {
      record.append(([call] + rows.map { "\($0)" }).joined(separator: " "))
      condition.broadcast()
    }
  }

  // MARK: The items of the window

  var content: WindowContent { condition.withLock { shown } }
  let theme = WindowTheme()

  func offer(ofRows rows: [Int]) -> TransferOffer? {
    add("offer", rows)
    if condition.withLock({ isRefusing }) { return nil }
    return TransferOffer(
      contents: rows.map { (SampleItems.rows[$0].type, OfferedContent(SampleItems.rows[$0].value)) },
      types: .standard)
  }

  func copy(rows: [Int]) { add("copy", rows) }

  func remove(rows: [Int]) {
    change { $0.rows.removeAll { rows.contains($0.identifier) } }
    add("remove", rows)
  }

  func dragDidLeave() { change { $0.title = "left" } }
}
