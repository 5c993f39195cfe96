import ProfferConversions
import RichTextFormats
import XMLText

/// The open lists of a text, and the numbers of all lists of the document.
///
/// Source: ODF 1.3 part 3, sections 5.3 and 19.880 (`text:continue-numbering`) and following.
struct ODTNumbers {
  /// The counters of a list and of the lists in its items.
  struct Counters {
    let style: String?
    /// The number of the last item of each level; nil if the next item of the level is its first.
    var last = [Int?](repeating: nil, count: ODTListStyle.levelCount)
    /// The kind of the last marker of each level.
    var styles = [String?](repeating: nil, count: ODTListStyle.levelCount)
    /// The number of the list in the rich text; a new number begins a new list.
    var list: Int
    /// The numbers, by level, of the lists in the rich text that have no outer item.
    var innerLists: [Int: Int] = [:]
  }

  private(set) var counters: [Counters] = []
  private var byIdentifier: [String: Int] = [:]
  /// The last list that is not in an item of another list.
  private var lastOuter: Int?
  private var listCount = 0

  /// Returns a number for a new list in the rich text.
  mutating func newList() -> Int {
    listCount += 1
    return listCount
  }

  subscript(index: Int) -> Counters {
    get { counters[index] }
    _modify { yield &counters[index] }
  }

  /// Returns the counters of an outermost list, and whether the list continues another list.
  mutating func begin(
    style: String?, continues: Bool, continuedList: String?, identifier: String?
  ) -> (index: Int, isContinued: Bool) {
    var index: Int?
    if let continuedList {
      index = byIdentifier[continuedList]
    } else if continues, let lastOuter, counters[lastOuter].style == style {
      index = lastOuter
    }
    let isContinued = index != nil
    let own = index ?? counters.count
    if !isContinued { counters.append(Counters(style: style, list: newList())) }
    lastOuter = own
    if let identifier { byIdentifier[identifier] = own }
    return (own, isContinued)
  }

  /// Returns the counters of a list with an identifier.
  mutating func counters(of identifier: String, style: String?) -> Int {
    if let index = byIdentifier[identifier] { return index }
    counters.append(Counters(style: style, list: newList()))
    byIdentifier[identifier] = counters.count - 1
    return counters.count - 1
  }

  /// Returns the number of the list in the rich text whose items have no outer item.
  ///
  /// - Parameter isNew: whether the next item begins another list.
  mutating func list(_ index: Int, withoutOuterItemAt level: Int, isNew: Bool) -> Int {
    if !isNew, let list = counters[index].innerLists[level] { return list }
    let list = newList()
    counters[index].innerLists[level] = list
    return list
  }

  /// Counts an item and returns its number.
  ///
  /// If an outer level has no item yet, its first number is treated as used, as in LibreOffice.
  ///
  /// - Parameters:
  ///   - style: the list style, which has the numbers of the first items.
  ///   - explicit: the number that the document gives to this item; nil for the next number.
  mutating func count(
    _ index: Int, level: Int, style: ODTListStyle, explicit: Int?
  ) -> (number: Int, jumps: Bool) {
    let level = min(level, ODTListStyle.levelCount - 1)
    for outer in 0..<level where counters[index].last[outer] == nil {
      counters[index].last[outer] = style[outer].start
    }
    let previous = counters[index].last[level]
    let number = explicit ?? previous.map { $0 + 1 } ?? style[level].start
    counters[index].last[level] = min(number, 999_999_999)
    for deeper in level + 1..<max(level + 1, ODTListStyle.levelCount) { counters[index].last[deeper] = nil }
    return (number, previous.map { number != $0 + 1 } ?? false)
  }
}

/// A list whose element is open.
struct ODTOpenList {
  enum Item: Equatable {
    /// No item is open, or the content of the item is outside of the list in the rich text.
    case outside
    /// The item has begun, but no paragraph is in it yet.
    case pending(start: Int?, style: String?)
    /// A header before the first item is open; its content is outside of the list in the rich text.
    case header
    /// A paragraph has begun the item.
    case begun
  }

  /// The index of the counters.
  var counters: Int
  var style: String?
  /// The level for the list style; 0 is the outermost.
  var level: Int
  /// The number of the list in the rich text.
  var list: Int
  /// Whether the list continues another list.
  var isContinued: Bool
  var item = Item.outside
  /// Whether the current item has a list in it.
  var itemHasList = false
  /// Whether the first item has begun.
  var hasItem = false
}

extension ODTReader {
  mutating func beginList() {
    let style = xml.attribute(.textStyleName)
    let continues = xml.attribute(.textContinueNumbering) == "true"
    let continued = xml.attribute(.textContinueList)
    let identifier = xml.attribute(.xmlId) ?? xml.attribute(.textId)
    let flow = flows.count - 1
    let level = flows[flow].lists.count - flows[flow].listBase
    guard level > 0, let outer = flows[flow].lists.last else {
      let (counters, isContinued) =
        slides.endedCounters.map { ($0, true) }
        ?? numbers.begin(
          style: style, continues: continues, continuedList: continued, identifier: identifier)
      slides.endedCounters = nil
      flows[flow].lists.append(
        ODTOpenList(
          counters: counters, style: style, level: level, list: numbers[counters].list,
          isContinued: isContinued))
      return
    }
    var list = ODTOpenList(
      counters: outer.counters, style: style ?? outer.style, level: level, list: outer.list,
      isContinued: outer.isContinued && outer.item != .begun)
    if let continued {
      list.counters = numbers.counters(of: continued, style: style)
      list.list = numbers[list.counters].list
      list.isContinued = true
    } else if outer.item == .begun, outer.itemHasList, !continues {
      // A second list in the same item begins its numbers again.
      let number = min(level, ODTListStyle.levelCount - 1)
      numbers[list.counters].last[number] = nil
      list.list = numbers.newList()
    }
    flows[flow].lists[flows[flow].lists.count - 1].itemHasList = true
    flows[flow].lists.append(list)
  }

  mutating func endList() {
    let flow = flows.count - 1
    guard flows[flow].lists.count > flows[flow].listBase else { return }
    let ended = flows[flow].lists.removeLast()
    if slides.isPresentation, flows[flow].lists.count == flows[flow].listBase {
      slides.endedCounters = ended.counters
    }
  }

  mutating func beginItem() {
    let flow = flows.count - 1
    let last = flows[flow].lists.count - 1
    guard last >= flows[flow].listBase else { return }
    flows[flow].lists[last].item = .pending(
      start: ODTValue.count(xml.attribute(.textStartValue)), style: xml.attribute(.textStyleOverride))
    flows[flow].lists[last].itemHasList = false
  }

  /// Begins paragraphs without a label, which belong to the item before.
  mutating func beginListHeader() {
    let flow = flows.count - 1
    let last = flows[flow].lists.count - 1
    guard last >= flows[flow].listBase else { return }
    flows[flow].lists[last].item = flows[flow].lists[last].hasItem ? .begun : .header
  }

  mutating func endListHeader() {
    let flow = flows.count - 1
    let last = flows[flow].lists.count - 1
    if last >= flows[flow].listBase { flows[flow].lists[last].item = .outside }
  }

  /// Whether the next paragraph is the first of an item.
  var isItemPending: Bool {
    let flow = flows[flows.count - 1]
    guard flow.lists.count > flow.listBase, case .pending? = flow.lists.last?.item else { return false }
    return true
  }

  mutating func endItem() {
    let flow = flows.count - 1
    let last = flows[flow].lists.count - 1
    guard last >= flows[flow].listBase else { return }
    flows[flow].lists[last].item = .outside
  }

  /// The place of a paragraph in the open lists.
  struct ListPlace {
    var lists = ODTParagraph.Lists()
    /// The label as text, if the paragraph has a label but is not an item.
    var label: String?
    /// The indentations that the list gives to the paragraph; nil outside of lists.
    var margins: (leading: Double, firstLine: Double)?
  }

  /// Returns the place of the current paragraph, and begins the pending item with it.
  mutating func takeItem(_ style: ODTResolvedStyle, isTight: Bool, box: Bool?) -> ListPlace {
    let flow = flows.count - 1
    var place = ListPlace()
    let lists = flows[flow].lists
    guard let list = lists.last else { return place }
    place.lists.depth = lists.count
    let listStyle = self.listStyle(list, style)
    let level = min(list.level, ODTListStyle.levelCount - 1)
    let isOwn = lists.count > flows[flow].listBase
    if isOwn { place.margins = (listStyle[level].margin ?? 0, listStyle[level].firstLine ?? 0) }
    guard isOwn, case .pending(let start, let override) = list.item else {
      setOuterItem(of: &place, in: lists[...])
      place.margins?.firstLine = 0
      return place
    }
    let last = lists.count - 1
    let own = override.flatMap { styles.list($0) } ?? listStyle
    let emptyOuterItems = takeEmptyOuterItems(in: lists.dropLast(), style)
    let (number, jumps) = numbers.count(list.counters, level: level, style: own, explicit: start)
    guard let marker = own[level].marker(start: number) else {
      flows[flow].lists[last].item = .outside
      let text = ODTValue.trimmed(own.label(at: level, numbers: numbers[list.counters].last))
      if !text.isEmpty { place.label = text }
      setOuterItem(of: &place, in: lists.dropLast())
      return place
    }
    if let outer = lists.dropLast().last, outer.item != .outside {
      // The element of the outer list can have no item, although the list is open: it continues another one.
      let outer = ODTParagraph.Lists.Level(list: outer.list, level: outer.level)
      if flows[flow].blocks.isOpen(outer) { place.lists.outer = outer }
    }
    // A list of the rich text has one kind of marker, and its numbers have no gaps.
    let kind = marker.kindName
    let previousKind = numbers[list.counters].styles[level]
    let isNew = jumps || previousKind.map { $0 != kind && (list.hasItem || list.isContinued) } ?? false
    numbers[list.counters].styles[level] = kind
    if isNew {
      flows[flow].lists[last].list = numbers.newList()
      if list.level == 0 { numbers[list.counters].list = flows[flow].lists[last].list }
    }
    if place.lists.outer == nil, emptyOuterItems.isEmpty, lists.count > 1 {
      // A list without an outer item must differ from lists of other levels at the same place.
      flows[flow].lists[last].list = numbers.list(
        list.counters, withoutOuterItemAt: level, isNew: isNew || !list.hasItem && !list.isContinued)
    }
    let outerStyle = lists.count > 1 ? lists[lists.count - 2].style : nil
    let follows =
      own.followsOuterNumber(at: level) && override == nil && (list.style == nil || list.style == outerStyle)
    if let detail = own.lostDetail(at: level), detail != RichText.List.outerNumberDetail || !follows {
      losses.add(.formatting, detail)
    }
    flows[flow].lists[last].item = .begun
    flows[flow].lists[last].hasItem = true
    place.lists.item = ParagraphItem(
      list: flows[flow].lists[last].list, level: list.level, marker: marker, followsOuterNumber: follows,
      isTight: isTight, isChecked: box ?? own[level].isChecked)
    place.lists.item?.emptyOuterItems = emptyOuterItems
    return place
  }

  /// Begins the items around a list that only contain lists so far.
  ///
  /// These are the items of levels that have no number yet. If a level has a number, a list that continues
  /// after other text repeats the elements of its outer lists, without items of their own.
  ///
  /// - Parameter lists: the open lists around the list.
  /// - Returns: the items, from the outermost to the innermost.
  private mutating func takeEmptyOuterItems(
    in lists: ArraySlice<ODTOpenList>, _ style: ODTResolvedStyle
  ) -> [ParagraphItem.EmptyOuterItem] {
    let flow = flows.count - 1
    var items: [ParagraphItem.EmptyOuterItem] = []
    for index in lists.indices.reversed() where index >= flows[flow].listBase {
      let list = lists[index]
      switch list.item {
      case .begun, .outside: return items.reversed()
      case .pending, .header: break
      }
      let place = ODTParagraph.Lists.Level(list: list.list, level: list.level)
      if flows[flow].blocks.isOpen(place) { break }
      let listStyle = listStyle(list, style)
      let level = min(list.level, ODTListStyle.levelCount - 1)
      if numbers[list.counters].last[level] != nil { break }
      // A level without a label has no items.
      guard let marker = listStyle[level].marker(start: listStyle[level].start) else { continue }
      flows[flow].lists[index].hasItem = true
      items.append(
        ParagraphItem.EmptyOuterItem(
          list: list.list, level: list.level, marker: marker,
          followsOuterNumber: listStyle.followsOuterNumber(at: level)))
    }
    return items.reversed()
  }

  /// Sets the innermost of the given lists that has an item containing the paragraph.
  private func setOuterItem(of place: inout ListPlace, in lists: ArraySlice<ODTOpenList>) {
    let index = lists.lastIndex { $0.item == .begun }
    place.lists.depth = index.map { $0 + 1 } ?? 0
    place.lists.inner = index.map { ODTParagraph.Lists.Level(list: lists[$0].list, level: lists[$0].level) }
  }

  /// Returns the style of a list; the paragraph's style can name it.
  private func listStyle(_ list: ODTOpenList, _ style: ODTResolvedStyle) -> ODTListStyle {
    (list.style ?? style.listStyle).flatMap { $0.isEmpty ? nil : styles.list($0) } ?? ODTListStyle()
  }

  /// Returns the label of the first heading or paragraph of an item that is not in a list of the rich text;
  /// nil if it has none.
  mutating func takeLabel(_ style: ODTResolvedStyle) -> String? {
    let flow = flows.count - 1
    let last = flows[flow].lists.count - 1
    guard last >= flows[flow].listBase, case .pending(let start, let override) = flows[flow].lists[last].item
    else { return nil }
    let list = flows[flow].lists[last]
    flows[flow].lists[last].item = .outside
    let own = override.flatMap { styles.list($0) } ?? listStyle(list, style)
    let level = min(list.level, ODTListStyle.levelCount - 1)
    _ = numbers.count(list.counters, level: level, style: own, explicit: start)
    guard own[level].marker(start: 0) != nil else { return nil }
    if case .number = own[level].kind {
      return ODTValue.trimmed(own.label(at: level, numbers: numbers[list.counters].last))
    }
    return nil
  }
}

extension RichText.Marker {
  /// A name for the marker without its number.
  fileprivate var kindName: String {
    switch self {
    case .bullet(let bullet): bullet.rawValue
    case .number(_, let style, let delimiter): "\(style.rawValue) \(delimiter.rawValue)"
    }
  }
}
