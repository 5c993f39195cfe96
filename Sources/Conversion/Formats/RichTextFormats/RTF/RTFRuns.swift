import Foundation

/// Converts the runs of a paragraph one by one.
///
/// The attributes of a run are only the formatting that differs from the paragraph's style.
struct RTFRuns: IteratorProtocol {
  private let flow: RTFFlow
  private let format: CharacterFormat
  private let header: RTFHeader
  private let links: [RichText.Link]
  private var place = 0
  private var previous: (run: RTFFlow.RawRun, attributes: RichText.Attributes)?

  init(of flow: RTFFlow, _ format: CharacterFormat, header: RTFHeader, links: [RichText.Link]) {
    self.flow = flow
    self.format = format
    self.header = header
    self.links = links
  }

  /// Removes the check box at the beginning, and returns whether it is checked; nil if there is none.
  mutating func removeBox() -> Bool? {
    guard place == 0, let first = flow.runs.first, case .text(let start) = first.content,
      flow.characters(of: first).style.flatMap({ header.characterStyles[$0]?.use }) == .box,
      let isChecked = RTFListLevel.isChecked(text(from: start).unicodeScalars.first)
    else { return nil }
    place = 1
    return isChecked
  }

  mutating func next() -> RichText.Run? {
    guard place < flow.runs.count else { return nil }
    let run = flow.runs[place]
    let content: RichText.Run.Content =
      switch run.content {
      case .text(let start): .text(text(from: start))
      case .softBreak: .softBreak
      case .hardBreak: .hardBreak
      case .attachment(let attachment): .attachment(attachment)
      case .anchor(let name): .anchor(name)
      case .note(let blocks): .note(blocks)
      }
    let attributes: RichText.Attributes
    if let previous, RTFFlow.haveSameFormat(previous.run, run) {
      attributes = previous.attributes
    } else {
      attributes = header.attributes(of: flow.characters(of: run), in: format, links: links)
      previous = (run, attributes)
    }
    place += 1
    return RichText.Run(content, attributes: attributes)
  }

  /// Returns the text of the current run, which ends where the next text begins.
  private func text(from start: Int) -> String {
    var end = flow.text.count
    for run in flow.runs[(place + 1)...] {
      if case .text(let next) = run.content {
        end = next
        break
      }
    }
    return String(decoding: flow.text[start..<end], as: UTF8.self)
  }
}
