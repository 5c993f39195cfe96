import Conversions

/// Writes text in a form of Unicode as it is told piece by piece.
///
/// Encodings that lack characters have no such form: what is lost is counted by characters, and nothing bounds the
/// length of one.
struct TextSink: EventSink {
  /// When a byte order mark stands before the text.
  enum Mark: Sendable {
    case always
    /// When the text itself begins with one, which would else be lost.
    case beforeAnother
    /// When the text would else be read as something else, in a type that leaves the encoding open.
    case whereNeeded
  }

  private let form: TextEncoding.Form
  private let mark: Mark
  private var isAtBeginning = true

  init(_ form: TextEncoding.Form, mark: Mark) {
    self.form = form
    self.mark = mark
  }

  mutating func take(_ event: TextEvent, into output: inout [UInt8]) {
    switch event {
    case .beginning(let needsMark):
      if mark == .always || (mark == .whereNeeded && needsMark()) { output += form.mark }
    case .piece(let piece):
      if isAtBeginning, mark == .beforeAnother, piece.starts(with: TextEncoding.Form.utf8.mark) {
        output += form.mark
      }
      isAtBeginning = false
      append(piece, to: &output)
    }
  }

  private func append(_ piece: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if form == .utf8 {
      output.append(contentsOf: piece)
      return
    }
    let isHighFirst = form == .utf16BigEndian
    for unit in String(decoding: piece, as: UTF8.self).utf16 {
      let ordered = isHighFirst ? unit.bigEndian : unit.littleEndian
      withUnsafeBytes(of: ordered) { output.append(contentsOf: $0) }
    }
  }

  func finish(into output: inout [UInt8]) -> StepReport { StepReport() }
}
