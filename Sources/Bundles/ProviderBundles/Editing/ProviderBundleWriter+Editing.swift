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
    try edit(LockedBundle(path, limits: limits), change)
  }

  /// Changes a bundle that is locked already; it is the one that was opened then.
  ///
  /// - Parameters:
  ///   - willReplace: called with the path of the finished new bundle just before it takes the old one's place. When it
  ///     throws, nothing has happened.
  ///   - change: changes the draft.
  package func edit(
    _ locked: LockedBundle, willReplace: @escaping (FilePath) throws -> Void = { _ in },
    _ change: (inout BundleDraft) throws -> Void
  ) throws {
    defer { withExtendedLifetime(locked) {} }
    let bundle = locked.bundle
    var draft = try BundleDraft(of: bundle)
    try change(&draft)
    var writer = self
    writer.limits = bundle.limits
    let approve = { (prepared: FilePath) in
      try willReplace(prepared)
      try locked.requireUnchanged()
    }
    if bundle.storage.isFolder {
      try writer.writeLayout(PackingList(draft), to: bundle.path, replacing: true, willReplace: approve)
    } else {
      try writer.writeArchive(PackingList(draft), to: bundle.path, replacing: true, willReplace: approve)
    }
  }
}
