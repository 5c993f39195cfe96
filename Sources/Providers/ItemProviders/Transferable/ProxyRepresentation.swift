/// A representation that transfers each value as another transferable value, the proxy, under all types of
/// the proxy.
///
/// Receivers use the first type that they support. If a proxy is listed before more faithful
/// representations, receivers get a poorer copy. ``Transferable/transferDiagnostics`` reports this order.
public struct ProxyRepresentation<Item: Sendable, Proxy: Transferable>: TransferRepresentation {
  /// The proxy's steps, each combined with the conversion to or from the proxy.
  public let steps: [TransferStep<Item>]

  /// Exports and imports through a proxy.
  ///
  /// - Parameters:
  ///   - exporting: creates a proxy from a value.
  ///   - importing: creates a value from a proxy.
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

  /// Exports through a proxy.
  ///
  /// - Parameter exporting: creates a proxy from a value.
  public init(exporting: @escaping @Sendable (Item) throws -> Proxy) {
    steps = Proxy.transferSteps.compactMap { step in
      step.export.map { TransferStep(export: Self.export($0, through: exporting)) }
    }
  }

  /// Imports through a proxy.
  ///
  /// - Parameter importing: creates a value from a proxy.
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

  /// Returns a property of a value's proxy.
  ///
  /// The result is nil if creating the proxy throws. The export reports that error.
  private static func throughProxy<Answer>(
    _ item: Item, _ proxy: (Item) throws -> Proxy, _ property: (Proxy) -> Answer
  ) -> Answer? {
    do { return property(try proxy(item)) } catch { return nil }
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
