public import Conversions

extension ValueKind<RichText> {
  /// Text with formatting.
  public static let richText = ValueKind(RichText.self, name: "rich text")
}
