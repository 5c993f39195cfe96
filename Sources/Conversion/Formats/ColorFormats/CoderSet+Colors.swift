public import Conversions
import StructuredFormats
import TextEncodings

extension ValueKind<Color> {
  /// One color.
  public static let color = ValueKind(Color.self, name: "colour")
}

extension CoderSet {
  /// Colors: the archives of Apple's systems, as text in the form of style sheets and as structured values.
  ///
  /// An archive is read where its color is given in red, green and blue or as a gray; it is never written, being no
  /// form for others. As a structured value a color is an object of its amounts. Nothing bridges to a color: of all
  /// texts and structured values hardly one is a color, and ``Color/init(css:)`` and ``Color/reading(_:)`` read those.
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
  /// Something that names no one color.
  public static let notAColor = Self(rawValue: "notAColor")
}
