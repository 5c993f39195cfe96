public import FileSystem

extension ProviderBundleWriter {
  /// Changes a bundle in its place: takes it apart into a draft, lets it be changed, and writes it again.
  ///
  /// Payloads that stay are moved by the system, not through memory, and keep their checksums; an archive stays an
  /// archive and a folder a folder. The bundle is the old one or the new one at every moment. Writers keep each other
  /// out: who comes second is refused, and loses nothing.
  ///
  /// - Parameters:
  ///   - path: the bundle. A link there is followed.
  ///   - limits: what the bundle may ask of its reader, before and after the change.
  ///   - change: changes the draft. When it throws, nothing has happened.
  /// - Throws: ``BundleError/Code/beingChanged`` while another program is changing the bundle, and what opening and
  ///   writing throw. Then the old bundle stays.
  public func edit(
    _ path: FilePath, limits: BundleLimits = .standard, _ change: (inout BundleDraft) throws -> Void
  ) throws {
    let lock = try BundleLock.locking(path)
    defer { withExtendedLifetime(lock) {} }
    let bundle = try ProviderBundle(opening: path, limits: limits)
    var draft = try BundleDraft(of: bundle)
    try change(&draft)
    var writer = self
    writer.limits = limits
    if bundle.storage.isFolder {
      try writer.writeLayout(PackingList(draft), to: path, replacing: true)
    } else {
      try writer.writeArchive(PackingList(draft), to: path, replacing: true)
    }
  }
}
