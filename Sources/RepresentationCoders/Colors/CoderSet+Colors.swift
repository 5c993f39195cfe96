public import Conversions

extension ValueKind<Color> {
  /// One colour.
  public static let color = ValueKind(Color.self, name: "colour")
}

extension CoderSet {
  /// Colours: the archives of Apple's systems, as text in the form of style sheets and as structured values.
  ///
  /// An archive is read where its colour is given in red, green and blue or as a grey; it is never written, being no
  /// form for others. As a structured value a colour is an object of its amounts. Nothing bridges to a colour: of all
  /// texts and structured values hardly one is a colour, and ``Color/init(css:)`` and ``Color/reading(_:)`` read those.
  public static let colors = CoderSet(
    readers: [
      RepresentationReader(
        "colour archive", reads: ["com.apple.cocoa.pasteboard.color"], as: .color,
        mayLose: [.colours]
      ) { try ColorArchive.color(in: $0.data) }
    ],
    bridges: [
      ValueBridge("colour to text", from: .color, to: .text) { Reading($0.css) },
      ValueBridge("colour to structured value", from: .color, to: .structuredValue) {
        Reading($0.structuredValue)
      },
    ])
}

extension CoderError.Code {
  /// Something that names no one colour.
  public static let notAColor = Self(rawValue: "notAColor")
}
