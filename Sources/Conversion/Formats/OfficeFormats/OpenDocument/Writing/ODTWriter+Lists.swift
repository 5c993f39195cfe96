import ProfferConversions
import RichTextFormats
import XMLText

extension ODTWriter {
  /// A list whose items are being written.
  ///
  /// A table cannot be inside a list, so the elements of all lists are closed for it. They are opened again for
  /// the next item, and continue the numbers.
  struct OpenList {
    /// The label of an item; the first paragraph of the item gets this label.
    struct Label {
      var isTight: Bool
      var isChecked: Bool?
    }

    /// The number of the list style.
    let style: Int
    let isTight: Bool
    /// The number of containers around the items, including the list itself.
    let containerCount: Int
    /// The number with which the first item must begin explicitly; nil otherwise.
    var explicitStart: Int?
    /// Whether the element of the list is open, with an element of an item in it.
    var isOpen = false
    /// Whether the element was closed for a table.
    var wasInterrupted = false
    /// Whether the open element belongs to the current item, and does not only contain further lists.
    var holdsItem = false
    /// The label of the current item, if no paragraph has it yet.
    var label: Label?
    /// Whether a list directly in the current item was written before.
    var itemHasList = false
  }

  mutating func write(_ list: RichText.List) {
    guard elementDepth + 2 <= Self.elementDepthLimit, place.containers.count < Self.containerLimit else {
      losses.add(.formatting, RichText.nestingDetail)
      return list.items.forEach { write($0.blocks) }
    }
    contain(.list) { $0.writeItems(of: list) }
  }

  private mutating func writeItems(of list: RichText.List) {
    place.lists.append(openList(for: list))
    elementDepth += 2
    let index = place.lists.count - 1
    for item in list.items {
      beginItem()
      place.lists[index].label = OpenList.Label(isTight: list.isTight, isChecked: item.isChecked)
      write(item.blocks)
      if place.lists[index].label != nil { writeParagraph(.paragraph) }
    }
    closeLists(from: index)
    place.lists.removeLast()
    elementDepth -= 2
    if index > 0 { place.lists[index - 1].itemHasList = true }
  }

  /// Returns the new list with its list style.
  ///
  /// If the list can be a level of the enclosing list's style, it has this style, so that its numbers can
  /// include those of the enclosing list.
  private mutating func openList(for list: RichText.List) -> OpenList {
    let number = place.lists.count + 1
    let containerCount = place.containers.count
    var level = ODTListFormat.Level(
      marker: list.marker, followsOuterNumber: list.followsOuterNumber,
      indentation: Double(containerCount) * ODTNamedStyle.step)
    var start: Int?
    if case .number(0, _, _) = list.marker { start = 0 }
    if let outer = place.lists.last, place.containers.dropLast().last == .list {
      let known = sheet.lists[outer.style - 1][number]
      if known == nil || known == level {
        if known == nil { sheet.add(level, number: number, toList: outer.style) }
        // LibreOffice continues the numbers of the preceding list in the same item.
        if outer.itemHasList, case .number(let first, _, _) = list.marker { start = first }
        return OpenList(
          style: outer.style, isTight: list.isTight, containerCount: containerCount, explicitStart: start)
      }
    }
    if list.followsOuterNumber {
      losses.add(.formatting, RichText.List.outerNumberDetail, count: list.items.count)
      level.followsOuterNumber = false
    }
    var format = ODTListFormat()
    format.add(level, number: number)
    return OpenList(
      style: sheet.add(format), isTight: list.isTight, containerCount: containerCount, explicitStart: start)
  }

  /// Opens the element of the next item of the innermost list.
  private mutating func beginItem() {
    let last = place.lists.count - 1
    // The enclosing item must have its label before a list in it begins.
    if last > 0, place.lists[last - 1].label != nil { writeEmptyLabel(ofList: last - 1) }
    if place.lists[last].isOpen { body.end("text:list-item") }
    for index in place.lists.indices where index == last || !place.lists[index].isOpen {
      if !place.lists[index].isOpen {
        var attributes: [(StaticString, String)] = [
          ("text:style-name", ODTStyleSheet.name(ofList: place.lists[index].style))
        ]
        if place.lists[index].wasInterrupted { attributes.append(("text:continue-numbering", "true")) }
        body.begin("text:list", attributes: attributes)
        place.lists[index].isOpen = true
      }
      if index == last, let start = place.lists[index].explicitStart {
        body.begin("text:list-item", ("text:start-value", "\(start)"))
        place.lists[index].explicitStart = nil
      } else {
        body.begin("text:list-item")
      }
      place.lists[index].holdsItem = index == last
    }
    place.lists[last].itemHasList = false
  }

  /// Closes the elements of the list with the given index and of the lists inside it.
  private mutating func closeLists(from first: Int) {
    for index in place.lists.indices.reversed() where index >= first && place.lists[index].isOpen {
      body.end("text:list-item")
      body.end("text:list")
      place.lists[index].isOpen = false
    }
  }

  /// Writes an empty paragraph for the label of the current item of a list.
  private mutating func writeEmptyLabel(ofList index: Int) {
    let inner = (Array(place.lists[(index + 1)...]), place.containers)
    place.lists.removeSubrange((index + 1)...)
    place.containers.removeSubrange(place.lists[index].containerCount...)
    writeParagraph(.paragraph)
    place.lists += inner.0
    place.containers = inner.1
  }

  /// Prepares the lists for a paragraph, and returns the paragraph's label; nil if it has none.
  mutating func beginListParagraph(_ kind: ParagraphStyleName.Kind) -> OpenList.Label? {
    guard let last = place.lists.indices.last else { return nil }
    if let label = place.lists[last].label {
      switch kind {
      case .paragraph, .heading: break
      case .code where label.isChecked == nil, .term where label.isChecked == nil: break
      case .code, .term, .rule, .caption:
        writeEmptyLabel(ofList: last)
        return nil
      }
      place.lists[last].label = nil
      return label
    }
    // The first paragraph in an item's element would get a label. If the element was closed, a later
    // paragraph of the item is therefore outside of all lists. Its style has the same indentation.
    if !place.lists[last].isOpen || !place.lists[last].holdsItem { leaveLists() }
    return nil
  }

  /// Closes the elements of all lists, because the next element cannot be in a list.
  mutating func leaveLists() {
    guard let last = place.lists.indices.last else { return }
    if place.lists[last].label != nil { writeEmptyLabel(ofList: last) }
    closeLists(from: 0)
    for index in place.lists.indices { place.lists[index].wasInterrupted = true }
  }
}
