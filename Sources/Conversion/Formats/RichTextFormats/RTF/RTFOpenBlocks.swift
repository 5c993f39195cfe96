/// The lists and quotations that are open while the paragraphs of a text find their places.
struct RTFOpenBlocks {
  private struct Open {
    var container: RTFStyleName.Container
    /// The blocks of a quotation, or of a list's last item.
    var blocks: [RichText.Block] = []
    // Of a list.
    var marker = RichText.Marker.bullet(.disc)
    var isTight = true
    var items: [RichText.ListItem] = []
    var isChecked: Bool?
    var number = 0
    var level = 0
  }

  private var blocks: [RichText.Block] = []
  private var open: [Open] = []
  private let depthLimit: Int
  /// Whether the last block is code that a further line can go on.
  private var isInCode = false

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  /// How many blocks the next one stands in.
  var depth: Int { open.count }

  mutating func append(_ block: RichText.Block) {
    isInCode = false
    if open.isEmpty { blocks.append(block) } else { open[open.count - 1].blocks.append(block) }
  }

  mutating func endCode() { isInCode = false }

  mutating func append(codeLine line: String, _ language: String?) {
    if isInCode {
      let isSame =
        open.isEmpty
        ? Self.add(line, language, to: &blocks) : Self.add(line, language, to: &open[open.count - 1].blocks)
      if isSame { return }
    }
    append(.codeBlock(RichText.CodeBlock(line, language: language)))
    isInCode = true
  }

  /// Adds a line to the code that blocks end with; false when it is of another language.
  private static func add(_ line: String, _ language: String?, to blocks: inout [RichText.Block]) -> Bool {
    guard case .codeBlock(var code)? = blocks.last, code.language == language else { return false }
    // The array lets go of the text first, so that it grows in place.
    blocks[blocks.count - 1] = .rule
    code.text += line
    blocks[blocks.count - 1] = .codeBlock(code)
    return true
  }

  // MARK: Containers

  /// Goes to the place of a paragraph that begins no item.
  mutating func setContainers(_ wanted: [RTFStyleName.Container]) {
    var matched = 0
    while matched < wanted.count, matched < open.count, open[matched].container == wanted[matched] {
      matched += 1
    }
    close(to: matched)
    // A list that is not open has no item to go on with.
    for container in wanted[matched...] where container == .quotation { openQuotation() }
  }

  /// Goes to the place of an item's first paragraph, and begins the item.
  ///
  /// - Parameter wanted: what the style says is around it. A style that names one list or none leaves it to the level how
  ///   many there are.
  mutating func beginItem(
    _ item: RTFParagraph.Item, marker: RichText.Marker, containers wanted: [RTFStyleName.Container]
  ) {
    let outer: ArraySlice<RTFStyleName.Container>
    let isExact = wanted.count { $0 == .list } > 1 && wanted.last == .list
    if isExact {
      outer = wanted.dropLast()
    } else {
      outer = wanted.last == .list ? wanted.dropLast() : wanted[...]
    }
    var matched = 0
    while matched < outer.count, matched < open.count, open[matched].container == outer[matched] {
      matched += 1
    }
    if matched < outer.count {
      close(to: matched)
      for container in outer[matched...] where container == .quotation { openQuotation() }
    }
    var place = matched < outer.count ? open.count : outer.count
    if !isExact {
      // The lists that are open here, those of lesser levels first.
      while place < open.count, open[place].container == .list, open[place].level < item.level { place += 1 }
    }
    if place < open.count, open[place].container == .list, open[place].number == item.list,
      isExact || open[place].level == item.level
    {
      close(to: place + 1)
      endItem()
      open[place].isChecked = item.isChecked
      return
    }
    close(to: place)
    isInCode = false
    guard hasRoom else { return }
    open.append(
      Open(
        container: .list, marker: marker, isTight: item.isTight, isChecked: item.isChecked, number: item.list,
        level: item.level))
  }

  private var hasRoom: Bool { open.count + 2 < depthLimit }

  private mutating func openQuotation() {
    isInCode = false
    if hasRoom { open.append(Open(container: .quotation)) }
  }

  private mutating func endItem() {
    let last = open.count - 1
    let item = RichText.ListItem(open[last].blocks, isChecked: open[last].isChecked)
    open[last].blocks = []
    open[last].items.append(item)
    isInCode = false
  }

  private mutating func close(to count: Int) {
    while open.count > count {
      if open[open.count - 1].container == .list { endItem() }
      let closed = open.removeLast()
      switch closed.container {
      case .quotation: append(.blockQuote(closed.blocks))
      case .list:
        append(.list(RichText.List(closed.marker, isTight: closed.isTight, items: closed.items)))
      }
      isInCode = false
    }
  }

  mutating func finish() -> [RichText.Block] {
    close(to: 0)
    return blocks
  }
}
