/// Values that travel as another transferable value, in all of that one's types.
///
/// A proxy before better representations degrades what receivers get: they take the first that they support.
/// ``Transferable/transferRemarks`` tells of it.
public struct ProxyRepresentation<Item: Sendable, Proxy: Transferable>: TransferRepresentation {
  /// The proxy's ways, with a step before or after each.
  public let steps: [TransferStep<Item>]

  /// A proxy out and in.
  public init(
    exporting: @escaping @Sendable (Item) throws -> Proxy,
    importing: @escaping @Sendable (Proxy) throws -> Item
  ) {
    steps = Proxy.transferSteps.map { step in
      TransferStep(
        export: step.export.map { Self.export($0, through: exporting) },
        importing: step.importing.map { Self.importing($0, through: importing) })
    }
  }

  /// A proxy out only.
  public init(exporting: @escaping @Sendable (Item) throws -> Proxy) {
    steps = Proxy.transferSteps.compactMap { step in
      step.export.map { TransferStep(export: Self.export($0, through: exporting)) }
    }
  }

  /// A proxy in only.
  public init(importing: @escaping @Sendable (Proxy) throws -> Item) {
    steps = Proxy.transferSteps.compactMap { step in
      step.importing.map { TransferStep(importing: Self.importing($0, through: importing)) }
    }
  }

  private static func export(
    _ export: TransferStep<Proxy>.Export, through proxy: @escaping @Sendable (Item) throws -> Proxy
  ) -> TransferStep<Item>.Export {
    var exported = TransferStep<Item>.Export(type: export.type) { item in
      switch try await export.run(proxy(item)) {
      case .data(let data): .data(data)
      case .file(let file): .file(file)
      }
    }
    exported.isProxy = true
    exported.isFile = export.isFile
    exported.allowsOpenInPlace = export.allowsOpenInPlace
    exported.visibility = export.visibility
    if let condition = export.condition {
      exported.condition = { item in throughProxy(item, proxy, condition) ?? true }
    }
    if let name = export.suggestedFileName {
      exported.suggestedFileName = { item in throughProxy(item, proxy, name) ?? nil }
    }
    return exported
  }

  /// Asks something of a value's proxy; nil when it has none, which the export itself reports with its
  /// reason.
  private static func throughProxy<Answer>(
    _ item: Item, _ proxy: (Item) throws -> Proxy, _ ask: (Proxy) -> Answer
  ) -> Answer? {
    do { return ask(try proxy(item)) } catch { return nil }
  }

  private static func importing(
    _ importing: TransferStep<Proxy>.Import, through item: @escaping @Sendable (Proxy) throws -> Item
  ) -> TransferStep<Item>.Import {
    let reading: TransferStep<Item>.Reading =
      switch importing.reading {
      case .data(let read): .data { try item(await read($0)) }
      case .file(let attemptsInPlace, let read):
        .file(attemptsInPlace: attemptsInPlace) { try item(await read($0)) }
      }
    return TransferStep<Item>.Import(type: importing.type, reading: reading)
  }
}
