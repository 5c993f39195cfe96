import Foundation
public import ProfferConversions

extension ValueKind<String> {
  /// Text without formatting.
  public static let text = ValueKind(String.self, name: "text")
}

extension CoderSet {
  /// Plain text: reads every type that conforms to `public.plain-text`, in the encoding that
  /// `TextEncoding.detected(in:typeIdentifier:declaredName:)` finds; writes the plain text types.
  ///
  /// `public.utf8-plain-text` is written without a byte order mark. `public.plain-text` likewise, unless the text
  /// itself would then be read as another encoding. `public.utf16-plain-text` has a mark and the order of this
  /// machine, `public.utf16-external-plain-text` a mark and the high byte first.
  ///
  /// Between these forms of Unicode, and from all others to them, text goes piece by piece, so that its size does not
  /// matter.
  public static let text = CoderSet(
    readers: [
      RepresentationReader(
        "text", reads: ["public.plain-text"], as: .text, mayLose: [.characters], streaming: streamText
      ) { events in
        var text: [UInt8] = []
        let report = try events { event in
          if case .piece(let piece) = event { text.append(contentsOf: piece) }
        }
        return Reading(
          String(decoding: text, as: UTF8.self), losses: report.losses, warnings: report.warnings)
      }
    ],
    writers: [
      unicodeWriter("text", "public.utf8-plain-text", "public.plain-text") { typeIdentifier in
        TextSink(.utf8, mark: StatedEncoding(typeIdentifier) == .utf8 ? .beforeAnother : .whereNeeded)
      },
      unicodeWriter("text in UTF-16", "public.utf16-plain-text") { _ in
        TextSink(.nativeUTF16, mark: .always)
      },
      unicodeWriter("text in external UTF-16", "public.utf16-external-plain-text") { _ in
        TextSink(.utf16BigEndian, mark: .always)
      },
      RepresentationWriter(
        "text in Mac Roman", writes: ["com.apple.traditional-mac-plain-text"], from: .text,
        mayLose: [.characters]
      ) { text, _ in TextEncoding.macRoman.encode(text) },
    ])

  /// A writer of a form of Unicode, which has every character.
  private static func unicodeWriter(
    _ name: String, _ typeIdentifiers: String..., begin: @escaping @Sendable (String) -> TextSink
  ) -> RepresentationWriter {
    RepresentationWriter(
      name, writes: typeIdentifiers, from: .text, streaming: { begin($0) }, events: TextEvent.emit)
  }

  /// Emits a text piece by piece.
  @Sendable
  private static func streamText(
    _ source: RepresentationSource, emit: (TextEvent) throws -> Void
  ) throws -> StepReport {
    let detection = source.encodingDetection
    let encoding = detection.encoding
    return try source.data.withUnsafeBytes { bytes in
      try emit(
        .beginning(needsMark: {
          var need = ByteOrderMarkNeed()
          _ = encoding.forEachPiece(of: bytes) { need.add($0) }
          return need.needsMark
        }))
      let repairCount = try encoding.forEachPiece(of: bytes) { try emit(.piece($0)) }
      return StepReport(losses: encoding.losses(repairCount: repairCount), warnings: detection.warnings)
    }
  }
}

/// Writes text in a form of Unicode, piece by piece.
///
/// Encodings that lack characters have no such form: what is lost is counted by characters, and nothing bounds the
/// length of one.
struct TextSink: EventSink {
  /// When a byte order mark precedes the text.
  enum Mark: Sendable {
    case always
    /// When the text itself begins with one, which would otherwise be lost.
    case beforeAnother
    /// When the text would otherwise be read as something else, in a type that leaves the encoding open.
    case whereNeeded
  }

  private let form: TextEncoding.Form
  private let mark: Mark
  private var isAtBeginning = true
  /// What is found out about a text before its first byte is written; nil where nothing must be.
  private var survey: Survey?
  /// Whether the text needs a mark, once that was found out.
  private var needsMark: Bool?
  private(set) var wantsSecondReading = false

  /// A text that may need a mark.
  private struct Survey {
    var need = ByteOrderMarkNeed()
    /// The text, unless it is too long to be held.
    var held: [UInt8]? = []

    /// How many bytes are held.
    private static let limit = 1 << 22

    mutating func add(_ piece: UnsafeRawBufferPointer) {
      need.add(piece)
      held?.append(contentsOf: piece)
      if let held, held.count > Self.limit { self.held = nil }
    }
  }

  init(_ form: TextEncoding.Form, mark: Mark) {
    self.form = form
    self.mark = mark
  }

  mutating func write(_ event: TextEvent, into output: inout [UInt8]) {
    switch event {
    case .beginning(let needsMark):
      switch mark {
      case .always: output += form.mark
      case .beforeAnother: break
      case .whereNeeded:
        guard let needsMark = self.needsMark ?? needsMark?() else {
          survey = Survey()
          break
        }
        if needsMark { output += form.mark }
      }
    case .piece(let piece) where survey != nil: survey?.add(piece)
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

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    wantsSecondReading = false
    guard let survey else { return StepReport() }
    self.survey = nil
    needsMark = survey.need.needsMark
    guard let held = survey.held else {
      wantsSecondReading = true
      return StepReport()
    }
    if survey.need.needsMark { output += form.mark }
    held.withUnsafeBytes { append($0, to: &output) }
    return StepReport()
  }
}
