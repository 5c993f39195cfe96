/// A kind of tag: a naming scheme other than type identifiers.
///
/// A tag class is itself named by a type identifier. The two most used classes are constants; the others
/// (`com.apple.ostype`, `com.apple.nspboard-type`, `public.url-scheme`, `com.apple.device-model-code`) are reached by
/// their raw value. Source: the interface of UniformTypeIdentifiers.
public struct UTTagClass: RawRepresentable, Hashable, Codable, Sendable {
  /// The type identifier that names the class.
  public let rawValue: String

  /// Makes a class of any identifier; whether types are tagged with such a class is not checked.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Filename extensions, without the leading period.
  ///
  /// Compared without regard to case.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// MIME types, compared whole, parameters included, without regard to case.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")

  /// Four-character codes of the classic Mac OS, compared exactly.
  package static let osType = UTTagClass(rawValue: "com.apple.ostype")
  /// Names of pasteboard types from before type identifiers, compared exactly.
  package static let pasteboardType = UTTagClass(rawValue: "com.apple.nspboard-type")
  /// Schemes of URLs, compared without regard to case.
  package static let urlScheme = UTTagClass(rawValue: "public.url-scheme")
  /// Model codes of devices, compared exactly.
  package static let deviceModelCode = UTTagClass(rawValue: "com.apple.device-model-code")
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
  /// The raw value.
  public var description: String { rawValue }
  /// The raw value, in a form meant for diagnosis only.
  public var debugDescription: String { "UTTagClass(\(rawValue))" }
}

/// The tag classes that declarations may use; tags of other classes are not kept.
enum StandardTagClass: Int, CaseIterable, Sendable {
  case filenameExtension, mimeType, osType, pasteboardType, urlScheme, deviceModelCode

  init?(_ tagClass: UTTagClass) {
    guard let found = Self.allCases.first(where: { $0.tagClass == tagClass }) else { return nil }
    self = found
  }

  var tagClass: UTTagClass {
    switch self {
    case .filenameExtension: .filenameExtension
    case .mimeType: .mimeType
    case .osType: .osType
    case .pasteboardType: .pasteboardType
    case .urlScheme: .urlScheme
    case .deviceModelCode: .deviceModelCode
    }
  }

  /// Whether tags are compared without regard to case: true for the classes that conform to
  /// `public.case-insensitive-text`, and for URL schemes by their own standard.
  var ignoresCase: Bool {
    switch self {
    case .filenameExtension, .mimeType, .urlScheme: true
    case .osType, .pasteboardType, .deviceModelCode: false
    }
  }
}
