import ConfigurationFormats
import ImageCoders
import OfficeFormats
package import ProfferConversions
package import StandardCoders

extension CoderOptions {
  /// Throws `unusedOption` if an option has no effect on a plan, so that no option is silently ignored.
  package func refuseUnused(in plan: ConversionPlan) throws {
    try images.refuseUnused(in: plan)
    let isDelimited = ["csv", "tsv", "delimited text"].contains(plan.reader.name)
    let isSheet = plan.readsSheet
    if !isDelimited, delimiter != nil || readsTypedColumns || hasHeader != nil && !isSheet {
      throw ActionError.usage(
        "--delimiter and --typed apply only to CSV and TSV, --header only to these and to spreadsheets; the input is "
          + plan.sourceIdentifier, code: .unusedOption)
    }
    if sheetName != nil, tableNumber == nil, !isSheet {
      throw ActionError.usage(
        "only the sheets of a spreadsheet can be selected by name; this conversion is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)", code: .unusedOption)
    }
    if tableNumber != nil, !isSheet,
      !plan.bridges.contains(where: { ["first table of rich text", "tables of rich text"].contains($0.name) })
    {
      throw ActionError.usage(
        "a table can be selected only when a document is converted to a table; this conversion is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)", code: .unusedOption)
    }
    let choices = plan.bridges.reduce(into: Set<ConverterChoice>()) { $0.formUnion($1.converterChoices) }
    if pageNumber != nil, !choices.contains(.page) {
      throw ActionError.usage(
        "--page applies only to PDF files that another program converts; this conversion is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)", code: .unusedOption)
    }
    if drawnSize != nil, !choices.contains(.size) {
      throw ActionError.usage(
        "--draw-size applies only to SVG and PDF files that are drawn as pictures; this conversion is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)", code: .unusedOption)
    }
    if yaml.document != nil, plan.reader.name != "yaml" {
      throw ActionError.usage(
        "--document applies only to YAML files, but the input is \(plan.sourceIdentifier)",
        code: .unusedOption)
    }
    if changes != .accepted, !["docx", "odt", "fodt", "odp", "fodp"].contains(plan.reader.name) {
      throw ActionError.usage(
        "--changes applies only to Word and OpenDocument files, but the input is \(plan.sourceIdentifier)",
        code: .unusedOption)
    }
    if findsLinks, !plan.bridges.contains(where: { $0.name == "text to rich text" }) {
      throw ActionError.usage(
        "links can be found only when plain text is converted to formatted text or links; this conversion is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)", code: .unusedOption)
    }
  }
}

extension ConversionPlan {
  /// Whether the plan reads one sheet of a spreadsheet.
  package var readsSheet: Bool {
    ["xlsx sheet", "ods sheet", "fods sheet"].contains(reader.name)
      || bridges.contains { $0.name == "workbook to table" }
  }
}

extension RepresentationWriter {
  /// Whether the writer writes pictures, so that the options of pictures apply.
  var writesPictures: Bool {
    [ValueKind<Image>.image.erased, ValueKind<Animation>.animation.erased].contains(kind)
  }
}

extension ImageOptions {
  /// Throws `unusedOption` if any image option has no effect on a plan.
  ///
  /// Without this check, metadata that the user asked to remove could remain in the picture.
  package func refuseUnused(in plan: ConversionPlan) throws {
    let names = [
      quality == nil ? nil : "quality", maximumSize == nil ? nil : "maximum size",
      iconSizes == nil ? nil : "icon size", stripsMetadata ? "metadata removal" : nil,
    ].compactMap(\.self)
    guard !names.isEmpty else { return }
    let pair = "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)"
    guard plan.writer.writesPictures else {
      let program = plan.bridges.first { $0.mayLose.contains(.unreported) }
      throw ActionError.usage(
        "\(names.joined(separator: ", ")) \(names.count == 1 ? "applies" : "apply") only to images that proffer writes itself, but "
          + (program.map { "\(pair) is converted by another program (\($0.name))" }
            ?? "this conversion is \(pair)"),
        code: .unusedOption)
    }
    if quality != nil, !plan.writer.mayLose.contains(.lossyCompression) {
      throw ActionError.usage(
        "quality applies only to lossy formats, and \(plan.writer.name) is lossless",
        code: .unusedOption)
    }
    if iconSizes != nil, plan.writer.name != "ICO" {
      throw ActionError.usage(
        "--sizes applies only to ICO files, but the result is \(plan.destinationIdentifier)",
        code: .unusedOption)
    }
  }
}
