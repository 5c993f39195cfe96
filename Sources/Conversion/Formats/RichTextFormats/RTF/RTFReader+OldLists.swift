/// The lists of RTF before Word 97, which each paragraph describes anew.
extension RTFReader {
  mutating func beginOldList() {
    begin(.oldList)
    oldLists.append(RTFListLevel(format: 255, text: "\u{1}"))
  }

  /// Takes a word of a description; false when it is of the usual ones.
  mutating func oldListWord(_ word: RTFWord, _ number: Int) -> Bool {
    guard let last = oldLists.indices.last else { return false }
    func setNumbers(_ format: Int) {
      oldLists[last].format = format
      oldLists[last].text = "\u{2}\u{0}"
    }
    switch word {
    case .pnlvlblt: oldLists[last].format = 23
    case .pnlvlbody, .pnlvl, .pndec, .pncard, .pnord: setNumbers(0)
    case .pnucrm: setNumbers(1)
    case .pnlcrm: setNumbers(2)
    case .pnucltr: setNumbers(3)
    case .pnlcltr: setNumbers(4)
    case .pnlvlcont: oldLists[last].format = 255
    case .pnstart: oldLists[last].start = number
    case .pntxta: begin(.capture(.oldMark))
    case .pntxtb: if oldLists[last].format == 23 { begin(.capture(.oldMark)) } else { skipGroup() }
    default: return false
    }
    return true
  }

  /// Ends a description; the same one again is the same list.
  mutating func endOldList() {
    let last = oldLists.count - 1
    guard last >= 0 else { return }
    if last > 0, oldLists[last] == oldLists[last - 1] { oldLists.removeLast() }
    frame.layout.list = -oldLists.count
  }
}
