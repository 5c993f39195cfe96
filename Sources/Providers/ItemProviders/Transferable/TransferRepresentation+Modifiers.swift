/// A representation changed by a modifier.
public struct ModifiedTransferRepresentation<Item: Sendable>: TransferRepresentation {
  /// The changed ways, in the order of the original.
  public let steps: [TransferStep<Item>]
}

extension TransferRepresentation {
  /// Offers the representation only for values that the condition is true of.
  public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool)
    -> ModifiedTransferRepresentation<Item>
  {
    changingExport { export in
      let earlier = export.condition
      export.condition = { item in earlier?(item) ?? true && condition(item) }
    }
  }

  /// Suggests a file name, with its extension; of several suggestions the last one counts.
  public func suggestedFileName(_ name: String) -> ModifiedTransferRepresentation<Item> {
    suggestedFileName { _ in name }
  }

  /// Suggests a file name for each value; nil suggests none.
  public func suggestedFileName(_ name: @escaping @Sendable (Item) -> String?)
    -> ModifiedTransferRepresentation<Item>
  {
    changingExport { $0.suggestedFileName = name }
  }

  /// Says who may see the representation.
  public func visibility(_ visibility: RepresentationVisibility) -> ModifiedTransferRepresentation<Item> {
    changingExport { $0.visibility = visibility }
  }

  private func changingExport(_ change: (inout TransferStep<Item>.Export) -> Void)
    -> ModifiedTransferRepresentation<Item>
  {
    ModifiedTransferRepresentation(
      steps: steps.map { step in
        guard var export = step.export else { return step }
        change(&export)
        return TransferStep(export: export, importing: step.importing)
      })
  }
}
