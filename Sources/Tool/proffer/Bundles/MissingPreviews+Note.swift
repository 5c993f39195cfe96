import ProfferActions

extension MissingPreviews {
  /// The maximum number of failed previews that are reported individually.
  private static let notedCount = 5

  /// Prints notes about the items without a preview.
  func note(on console: Console) {
    for failure in failures.prefix(MissingPreviews.notedCount) {
      console.note("item \(failure.item) has no preview: \(failure.error)")
    }
    let further = failures.count - MissingPreviews.notedCount
    if further > 0 { console.note("\(further) more could not be read") }
    if notRenderableCount > 0 {
      let items = notRenderableCount == 1 ? "1 item has" : "\(notRenderableCount) items have"
      console.note(
        "\(items) no preview, because no picture or color is readable and visible to everyone")
    }
  }
}
