/// The open lists, quotations and definitions of terms, to which the next paragraphs of a text are added.
package struct OpenBlocks {
  private struct Open {
    var container: ParagraphStyleName.Container
    /// The blocks of a quotation, of a term's definition, or of the last item of a list.
    var blocks: [RichText.Block] = []
    /// Whether no further terms can be added to a definition list at the end of these blocks.
    var areTermsEnded = false
    // The following properties are for lists only.
    var marker = RichText.Marker.bullet(.disc)
    var followsOuterNumber = false
    var isTight = true
    var items: [RichText.ListItem] = []
    var isChecked: Bool?
    var number = 0
    var level = 0
  }

  private var blocks: [RichText.Block] = []
  private var open: [Open] = []
  private let depthLimit: Int
  /// Whether the last block is a code block to which another line can be added.
  private var isInCode = false
  /// Whether no further terms can be added to a definition list at the end of the top-level blocks.
  private var areTermsEnded = false

  package init(depthLimit: Int) { self.depthLimit = depthLimit }

  /// The number of items whose numbers no longer include an outer number, because no list item encloses
  /// these items.
  package private(set) var lostNumberCount = 0
  /// The number of lists, quotations and definitions beyond the depth limit, whose text is kept without them.
  package private(set) var tooDeepCount = 0

  /// The containers of the open blocks, from the outermost to the innermost.
  package var containers: [ParagraphStyleName.Container] { open.map(\.container) }

  /// The number of open blocks.
  package var depth: Int { open.count }

  /// Returns the containers from the outermost to an open list, including the list; nil if the list is not
  /// open.
  package func containers(throughList list: Int, level: Int) -> [ParagraphStyleName.Container]? {
    open.firstIndex { $0.container == .list && $0.number == list && $0.level == level }
      .map { open[...$0].map(\.container) }
  }

  package mutating func append(_ block: RichText.Block) {
    isInCode = false
    if open.isEmpty { blocks.append(block) } else { open[open.count - 1].blocks.append(block) }
  }

  /// Ends a code block and a definition list, because of an empty paragraph.
  package mutating func endSeries() {
    isInCode = false
    if open.isEmpty { areTermsEnded = true } else { open[open.count - 1].areTermsEnded = true }
  }

  // MARK: Terms

  /// Adds a term to the preceding definition list, or begins a definition list.
  ///
  /// An empty term only ends the definition of the preceding terms.
  package mutating func append(term: [RichText.Inline]) {
    if term.isEmpty { return }
    changeDefinitions { definitions in
      if let last = definitions.indices.last, definitions[last].meanings.isEmpty {
        definitions[last].terms.append(term)
      } else {
        definitions.append(RichText.Definition([term], meanings: []))
      }
    }
  }

  private mutating func append(meaning: [RichText.Block]) {
    if meaning.isEmpty { return }
    changeDefinitions { definitions in
      if definitions.isEmpty { definitions.append(RichText.Definition([], meanings: [])) }
      definitions[definitions.count - 1].meanings.append(meaning)
    }
  }

  private mutating func changeDefinitions(_ change: (inout [RichText.Definition]) -> Void) {
    isInCode = false
    if open.isEmpty {
      Self.changeDefinitions(of: &blocks, &areTermsEnded, change)
    } else {
      let last = open.count - 1
      var areEnded = open[last].areTermsEnded
      Self.changeDefinitions(of: &open[last].blocks, &areEnded, change)
      open[last].areTermsEnded = areEnded
    }
  }

  private static func changeDefinitions(
    of blocks: inout [RichText.Block], _ areTermsEnded: inout Bool,
    _ change: (inout [RichText.Definition]) -> Void
  ) {
    if !areTermsEnded, case .definitions(var definitions)? = blocks.last {
      // The array's own reference is released first, so that the definitions grow in place.
      blocks[blocks.count - 1] = .rule
      change(&definitions)
      blocks[blocks.count - 1] = .definitions(definitions)
    } else {
      areTermsEnded = false
      var definitions: [RichText.Definition] = []
      change(&definitions)
      blocks.append(.definitions(definitions))
    }
  }

  package mutating func append(codeLine line: String, _ language: String?) {
    if isInCode {
      let isSame =
        open.isEmpty
        ? Self.add(line, language, to: &blocks) : Self.add(line, language, to: &open[open.count - 1].blocks)
      if isSame { return }
    }
    append(.codeBlock(RichText.CodeBlock(line, language: language)))
    isInCode = true
  }

  /// Adds a line to the code block at the end of the blocks, and returns false if the code block has a
  /// different language.
  private static func add(_ line: String, _ language: String?, to blocks: inout [RichText.Block]) -> Bool {
    guard case .codeBlock(var code)? = blocks.last, code.language == language else { return false }
    // The array's own reference is released first, so that the text grows in place.
    blocks[blocks.count - 1] = .rule
    code.text += line
    blocks[blocks.count - 1] = .codeBlock(code)
    return true
  }

  // MARK: Containers

  /// Opens and closes containers for a paragraph that does not begin an item.
  package mutating func setContainers(_ wanted: [ParagraphStyleName.Container]) {
    var matched = 0
    while matched < wanted.count, matched < open.count, open[matched].container == wanted[matched] {
      matched += 1
    }
    close(to: matched)
    // The paragraph cannot belong to an item of a list that is not open.
    for container in wanted[matched...] where container != .list { openContainer(container) }
  }

  /// Opens and closes containers for the first paragraph of an item, and begins the item.
  ///
  /// - Parameter wanted: the containers according to the style of the paragraph. If the style name contains
  ///   at most one list, the level of the item determines the number of lists.
  package mutating func beginItem(
    _ item: ParagraphItem, marker: RichText.Marker, containers wanted: [ParagraphStyleName.Container]
  ) {
    let outer: ArraySlice<ParagraphStyleName.Container>
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
      for container in outer[matched...] where container != .list { openContainer(container) }
    }
    var place = matched < outer.count ? open.count : outer.count
    if !isExact {
      // An open list of a lower level contains the item, or the first item around it that is to begin.
      let level = item.emptyOuterItems.first?.level ?? item.level
      while place < open.count, open[place].container == .list, open[place].level < level { place += 1 }
    }
    if !item.beginsList, item.emptyOuterItems.isEmpty, place < open.count, open[place].container == .list,
      open[place].number == item.list,
      isExact || open[place].level == item.level
    {
      close(to: place + 1)
      endItem()
      open[place].isChecked = item.isChecked
      return
    }
    close(to: place)
    isInCode = false
    for outer in item.emptyOuterItems where mayNest() {
      open.append(
        Open(
          container: .list, marker: outer.marker, followsOuterNumber: outer.followsOuterNumber,
          isTight: item.isTight, number: outer.list, level: outer.level))
    }
    guard mayNest() else { return }
    open.append(
      Open(
        container: .list, marker: marker, followsOuterNumber: item.followsOuterNumber, isTight: item.isTight,
        isChecked: item.isChecked, number: item.list,
        level: item.level))
  }

  /// Returns whether the limit allows another container, and counts the container if not.
  private mutating func mayNest() -> Bool {
    if open.count + 2 < depthLimit { return true }
    tooDeepCount += 1
    return false
  }

  private mutating func openContainer(_ container: ParagraphStyleName.Container) {
    isInCode = false
    if mayNest() { open.append(Open(container: container)) }
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
      case .meaning: append(meaning: closed.blocks)
      case .list:
        append(
          .list(
            RichText.List(
              closed.marker, isTight: closed.isTight, followsOuterNumber: keepsOuterNumber(of: closed),
              items: closed.items)))
      }
      isInCode = false
    }
  }

  /// Removes and returns the blocks that are complete.
  package mutating func takeBlocks() -> [RichText.Block] {
    var isLastOpen = isInCode && open.isEmpty && !blocks.isEmpty
    // A further term, or an open definition, may belong to the definition list at the end.
    if case .definitions? = blocks.last, !areTermsEnded { isLastOpen = true }
    var taken = isLastOpen ? [blocks.removeLast()] : []
    swap(&taken, &blocks)
    return taken
  }

  /// Returns whether the numbers of a closed list can include the enclosing item's number, as they do in the
  /// document.
  private mutating func keepsOuterNumber(of list: Open) -> Bool {
    guard list.followsOuterNumber else { return false }
    if let outer = open.last, outer.container == .list, outer.marker.isNumber, outer.number == list.number,
      outer.level == list.level - 1
    {
      return true
    }
    lostNumberCount += list.items.count
    return false
  }

  package mutating func finish() -> [RichText.Block] {
    close(to: 0)
    return blocks
  }
}
