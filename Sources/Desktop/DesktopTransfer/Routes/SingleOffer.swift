package import TransferWindows

/// A window with a single row for an offer, for tests.
package final class SingleOffer: WindowItems {
  package let content: WindowContent
  package let theme = WindowTheme()
  private let offer: TransferOffer

  /// - Parameters:
  ///   - offer: the offer that is dragged.
  ///   - label: a description of the content for the user.
  package init(_ offer: TransferOffer, calling label: String) {
    self.offer = offer
    content = WindowContent(
      title: "proffer drag", rows: [WindowRow(identifier: 0, name: label, detail: "")], footer: "1 item")
  }

  package func offer(ofRows rows: [Int]) -> TransferOffer? { offer }
  package func copy(rows: [Int]) {}
  package func remove(rows: [Int]) {}
  package func dragDidLeave() {}
}
