import FileSystem

/// What became of one thing a bundle names when all of it was read.
public struct VerificationResult: Sendable {
  /// The path of the entry, or of the file that is offered in place.
  public let path: String
  /// The size in bytes that the manifest states.
  public let byteCount: UInt64
  /// What is wrong, or nil.
  public let failure: String?
}

extension ProviderBundle {
  /// Reads everything and compares it with what the manifest says, entry by entry.
  ///
  /// - Parameter report: is given each result as it is known, in the manifest's order.
  /// - Throws: ``BundleError`` when the archive itself breaks a rule that opening did not look at.
  public func verify(_ report: (VerificationResult) throws -> Void) throws {
    try storage.checkWhole()
    for payload in manifest.payloads {
      try report(
        VerificationResult(
          path: payload.path, byteCount: payload.byteCount, failure: failure { try stored(payload).verify() })
      )
    }
    for representation in items.flatMap(\.representations) {
      guard case .inPlace(let reference) = representation.storage else { continue }
      try report(
        VerificationResult(
          path: reference.path.description, byteCount: reference.byteCount,
          failure: failure { try reference.checkFresh() }))
    }
  }

  private func failure(of check: () throws -> Void) -> String? {
    do {
      try check()
      return nil
    } catch {
      return String(describing: error)
    }
  }
}
