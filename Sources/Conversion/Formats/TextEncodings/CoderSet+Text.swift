import Foundation
public import ProfferConversions

extension ValueKind<String> {
  /// Text without formatting.
  public static let text = ValueKind(String.self, name: "text")
}

extension CoderSet {
  /// Coders for plain text.
  ///
  /// The reader accepts every type that conforms to `public.plain-text`. The encoding is determined by
  /// `TextEncoding.detected(in:typeIdentifier:declaredName:)`. The writers write the plain text types:
  ///
  /// - `public.utf8-plain-text` is written without a byte order mark, unless the text itself begins with one.
  /// - `public.plain-text` is written as UTF-8. A byte order mark is added only if a reader would otherwise
  ///   detect another encoding.
  /// - `public.utf16-plain-text` is written with a byte order mark, in host byte order.
  /// - `public.utf16-external-plain-text` is written with a byte order mark, high byte first.
  /// - `com.apple.traditional-mac-plain-text` is written in Mac Roman.
  ///
  /// XML, reStructuredText, LaTeX and Org are read as text with their markup, and a warning says so. XML and
  /// reStructuredText are read in this way only if no other reader can be used.
  ///
  /// Text is read in chunks. Text is also written in chunks if the target is a Unicode encoding, so that
  /// large texts need little memory.
  public static let text = CoderSet(
    readers: [
      textReader("text", ["public.plain-text"], mayLose: [.characters]),
      // A reader that interprets the markup is preferred, because this reader does not report what it ignores.
      textReader(
        "markup as text", MarkupAsText.otherTypes, mayLose: [.characters, .formatting, .unreported]),
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

  private static func textReader(
    _ name: String, _ types: [String], mayLose: [LossKind]
  ) -> RepresentationReader {
    RepresentationReader(
      name, reads: types, as: .text, mayLose: mayLose,
      streaming: { try streamText($0, isMarkup: mayLose.contains(.unreported), emit: $1) }
    ) { events in
      var text: [UInt8] = []
      let report = try events { event in
        if case .piece(let piece) = event { text.append(contentsOf: piece) }
      }
      return Reading(String(decoding: text, as: UTF8.self), losses: report.losses, warnings: report.warnings)
    }
  }

  /// Returns a writer for a Unicode encoding, which can represent every character.
  private static func unicodeWriter(
    _ name: String, _ typeIdentifiers: String..., begin: @escaping @Sendable (String) -> TextSink
  ) -> RepresentationWriter {
    RepresentationWriter(
      name, writes: typeIdentifiers, from: .text, streaming: { begin($0) }, events: TextEvent.emit)
  }

  /// Emits a text in chunks.
  @Sendable
  private static func streamText(
    _ source: RepresentationSource, isMarkup: Bool, emit: (TextEvent) throws -> Void
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
      var meter = ReadingMeter(of: source)
      var position = 0
      let repairCount = try encoding.forEachPiece(of: bytes) { piece in
        try emit(.piece(piece))
        position += piece.count
        meter.reach(position)
      }
      return StepReport(
        losses: encoding.losses(repairCount: repairCount),
        warnings: detection.warnings + MarkupAsText.warnings(for: source.typeIdentifier, isMarkup: isMarkup))
    }
  }
}

/// The types with markup that is read as text, without an interpretation.
private enum MarkupAsText {
  /// The types that do not conform to plain text.
  static let otherTypes = ["public.xml", restructuredText]

  private static let restructuredText = "org.python.restructuredtext"
  private static let names = [
    restructuredText: "reStructuredText", "org.tug.tex": "LaTeX", "org.orgmode.org": "Org",
  ]

  /// The warning that the markup is not interpreted; empty for plain text.
  ///
  /// - Parameter isMarkup: whether the type is one of the types that do not conform to plain text.
  static func warnings(for typeIdentifier: String, isMarkup: Bool) -> [String] {
    guard let name = names[typeIdentifier.lowercased()] ?? (isMarkup ? "XML" : nil) else { return [] }
    return ["\(name) is read as plain text; its markup is not interpreted"]
  }
}

/// Writes text in a Unicode encoding, in chunks.
///
/// Other encodings have no sink, because their writers report losses per character, and a character can be
/// arbitrarily long.
struct TextSink: EventSink {
  /// The condition under which a byte order mark is written before the text.
  enum Mark: Sendable {
    case always
    /// Only if the text itself begins with a byte order mark. That mark would otherwise be lost.
    case beforeAnother
    /// Only if a reader would otherwise detect another encoding. Used for types that do not state an
    /// encoding.
    case whereNeeded
  }

  private let form: TextEncoding.Form
  private let mark: Mark
  private var isAtBeginning = true
  /// The state of the search for reasons to write a mark; nil if no search is needed.
  private var survey: Survey?
  /// Whether the text needs a mark; nil until this is known.
  private var needsMark: Bool?
  private(set) var wantsSecondReading = false

  /// The examination of a text to find out whether it needs a mark.
  private struct Survey {
    var need = ByteOrderMarkNeed()
    /// The text so far; nil if it is too long to be held in memory.
    var held: [UInt8]? = []

    /// The maximum number of bytes that are held.
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
