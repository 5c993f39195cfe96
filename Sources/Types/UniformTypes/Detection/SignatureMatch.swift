/// A type that some data may have, and why.
public struct SignatureMatch: Sendable, Hashable {
  /// How much a match says.
  public enum Confidence: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Any data of such a broad kind matches: text in some encoding, or data.
    case general
    /// A short signature, or a text that begins as this format does and might be another.
    case likely
    /// A signature of five bytes, fewer when no text could hold them, or a structure that was followed.
    case certain

    /// Orders by how much a match says, the least first.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// The identifier of the type.
  ///
  /// When `mimeType` is given, the type that the data conforms to.
  public let typeIdentifier: String
  /// The MIME type of a format that the standard table has no type for.
  public let mimeType: String?
  /// How much the match says.
  public let confidence: Confidence
  /// What was seen, as an English phrase such as “PNG signature”.
  public let evidence: String
  /// How many bytes agreed: of equally confident matches the one with more comes first.
  let agreedByteCount: Int

  init(
    _ typeIdentifier: String, mimeType: String? = nil, _ confidence: Confidence, _ evidence: String,
    agreedByteCount: Int = 0
  ) {
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
    self.confidence = confidence
    self.evidence = evidence
    self.agreedByteCount = agreedByteCount
  }

  /// The type as a registry knows it.
  ///
  /// For a format with a MIME type only, the declared type that has it, or else the dynamic type. Nil when the
  /// registry does not declare the identifier.
  public func type(in registry: TypeRegistry = .current) -> UTType? {
    let declared = UTType(typeIdentifier, in: registry)
    guard let mimeType, let declared else { return declared }
    return registry.type(tag: mimeType, tagClass: .mimeType, conformingTo: declared)
  }
}
