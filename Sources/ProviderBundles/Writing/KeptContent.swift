import FileSystem

/// The content of a representation that is in a bundle already, to be moved from there as it is.
///
/// A class, as most drafts have none, and each representation pays for its place.
final class KeptContent: Sendable {
  /// The bundle.
  let bundle: ProviderBundle
  /// What its manifest says of the representation.
  let representation: BundledRepresentation
  /// The path that the draft calls the content by.
  let place: FilePath

  init(bundle: ProviderBundle, representation: BundledRepresentation, place: FilePath) {
    self.bundle = bundle
    self.representation = representation
    self.place = place
  }

  /// Whether a draft's content is still this one.
  func isContent(_ content: BundleDraft.Content) -> Bool {
    switch content {
    case .file(let path), .reference(let path): path == place
    case .bytes, .stream, .promise: false
    }
  }
}

extension BundleDraft.Representation {
  /// What the draft takes from a bundle, unless it has other content by now.
  var keptContent: KeptContent? { kept.flatMap { $0.isContent(content) ? $0 : nil } }
}

/// The path of a payload in one opened bundle.
struct KeptPayload: Hashable {
  private let bundle: ObjectIdentifier
  private let path: String

  init(_ payload: BundledPayload, in bundle: ProviderBundle) {
    self.bundle = ObjectIdentifier(bundle.identity)
    path = payload.path
  }
}
