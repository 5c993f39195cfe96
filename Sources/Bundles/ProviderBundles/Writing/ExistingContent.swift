import FileSystem

/// The content of a representation that is in a bundle already, to be moved from there as it is.
///
/// A class, as most drafts have none, and each representation pays for its place.
final class ExistingContent: Sendable {
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
  var keptContent: ExistingContent? { kept.flatMap { $0.isContent(content) ? $0 : nil } }
}

/// What became of payloads that were in a bundle already.
struct MovedPayloads {
  /// Those of one opened bundle.
  private struct Source {
    /// The paths of payloads that have no numbers.
    var paths = NameTable()
    /// The number that a payload got, counted from 1, by the one it had; 0 for none.
    private var numbers: [UInt32] = []

    /// The number that a payload got; nil as long as it got none.
    func newNumber(for old: Int) -> Int? {
      old < numbers.count && numbers[old] > 0 ? Int(numbers[old]) - 1 : nil
    }

    mutating func set(_ new: Int, for old: Int) {
      if old >= numbers.count { numbers += repeatElement(0, count: old + 1 - numbers.count) }
      numbers[old] = UInt32(new) + 1
    }

    mutating func oldNumber(of payload: BundledPayload, in bundle: ProviderBundle) throws -> Int {
      try bundle.storage.number(of: payload) ?? paths.insert(payload.path).number
    }
  }

  private var sources: [ObjectIdentifier: Source] = [:]

  /// The number that a payload of a bundle got, which is made if it is not known yet.
  mutating func number(
    of payload: BundledPayload, in bundle: ProviderBundle, _ move: () throws -> Int
  ) throws -> Int {
    let source = ObjectIdentifier(bundle.identity)
    let old = try sources[source, default: Source()].oldNumber(of: payload, in: bundle)
    if let known = sources[source]?.newNumber(for: old) { return known }
    let new = try move()
    sources[source]?.set(new, for: old)
    return new
  }
}
