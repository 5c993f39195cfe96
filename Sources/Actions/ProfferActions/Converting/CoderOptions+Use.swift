import ImageCoders
package import ProfferConversions
package import StandardCoders

extension CoderOptions {
  /// Throws `unusedOption` if an option has no effect on a plan, so that no option is silently ignored.
  package func refuseUnused(in plan: ConversionPlan) throws {
    try images.refuseUnused(in: plan)
    let isDelimited = ["csv", "tsv", "delimited text"].contains(plan.reader.name)
    if !isDelimited, delimiter != nil || hasHeader != nil || readsTypedColumns {
      throw ActionError.usage(
        "--delimiter, --header and --typed apply only to CSV and TSV, and the input is \(plan.sourceIdentifier)",
        code: .unusedOption)
    }
    if tableNumber != nil, !plan.bridges.contains(where: { $0.name == "first table of rich text" }) {
      throw ActionError.usage(
        "the number of a table chooses one of a document, and converting \(plan.sourceIdentifier) to "
          + "\(plan.destinationIdentifier) takes none", code: .unusedOption)
    }
    if findsLinks, !plan.bridges.contains(where: { $0.name == "text to rich text" }) {
      throw ActionError.usage(
        "finding links is about plain text that becomes formatted text or links, and this is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)", code: .unusedOption)
    }
  }
}

extension ImageOptions {
  /// Throws `unusedOption` if any image option has no effect on a plan.
  ///
  /// Without this check, metadata that the user asked to remove could remain in the picture.
  package func refuseUnused(in plan: ConversionPlan) throws {
    let names = [
      quality == nil ? nil : "a quality", maximumSize == nil ? nil : "a largest size",
      stripsMetadata ? "stripping" : nil,
    ].compactMap(\.self)
    guard !names.isEmpty else { return }
    let pair = "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)"
    guard plan.writer.kind == ValueKind<Image>.image.erased else {
      let program = plan.bridges.first { $0.mayLose.contains(.unreported) }
      throw ActionError.usage(
        "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") about images that proffer writes itself, and "
          + (program.map { "\(pair) is converted by another program (\($0.name))" } ?? "this is \(pair)"),
        code: .unusedOption)
    }
    if quality != nil, !plan.writer.mayLose.contains(.lossyCompression) {
      throw ActionError.usage(
        "a quality is about formats that compress with loss, and \(plan.writer.name) keeps every pixel",
        code: .unusedOption)
    }
  }
}
