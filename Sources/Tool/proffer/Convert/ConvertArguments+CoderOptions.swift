import ArgumentParsing
import ImageCoders
import ProfferActions
import ProfferConversions
import StandardCoders

extension ConvertArguments {
  /// Refuses options that the plan has no use for.
  func checkOptions(of plan: ConversionPlan) throws {
    try options.images.refuseUnused(in: plan)
    let isDelimited = ["csv", "tsv", "delimited text"].contains(plan.reader.name)
    if !isDelimited, options.delimiter != nil || options.hasHeader != nil || options.readsTypedColumns {
      throw ActionError.usage(
        "--delimiter, --header and --typed are about CSV and TSV, and the input is \(plan.sourceIdentifier)")
    }
    if options.tableNumber != nil, !plan.bridges.contains(where: { $0.name == "first table of rich text" }) {
      throw ActionError.usage(
        "--table chooses a table of a document, and converting \(plan.sourceIdentifier) to "
          + "\(plan.destinationIdentifier) takes none")
    }
    if options.findsLinks, !plan.bridges.contains(where: { $0.name == "text to rich text" }) {
      throw ActionError.usage(
        "--find-links is about plain text that becomes formatted text or links, and this is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)")
    }
  }
}

extension ImageOptions {
  /// Refuses options for images that the plan does not follow, so that a picture never keeps what it was to be stripped of.
  func refuseUnused(in plan: ConversionPlan) throws {
    let names = [
      quality == nil ? nil : "--quality", maximumSize == nil ? nil : "--max-size",
      stripsMetadata ? "--strip" : nil,
    ].compactMap(\.self)
    guard let first = names.first else { return }
    let pair = "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)"
    guard plan.writer.kind == ValueKind<Image>.image.erased else {
      let program = plan.bridges.first { $0.mayLose.contains(.unreported) }
      throw ActionError.usage(
        "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") about images that proffer writes itself, and "
          + (program.map { "\(pair) is converted by another program (\($0.name))" } ?? "this is \(pair)"))
    }
    if quality != nil, !plan.writer.mayLose.contains(.lossyCompression) {
      throw ActionError.usage(
        "\(first) is about formats that compress with loss, and \(plan.writer.name) keeps every pixel")
    }
  }
}

extension ArgumentValue<ImageSize> {
  /// Columns and rows, as in `800x600`.
  static var imageSize: ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in
      let numbers = String(decoding: word, as: UTF8.self).lowercased()
        .split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
        (1...1_000_000).contains(width), (1...1_000_000).contains(height)
      else { throw ArgumentProblem("a size is two numbers of pixels, as in 800x600") }
      return ImageSize(width: width, height: height)
    }
  }
}

extension ArgumentValue<UInt8> {
  /// A character of ASCII that separates cells, or the name of one.
  static var delimiter: ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in
      switch word {
      case Array("tab".utf8), Array("\\t".utf8): return UInt8(ascii: "\t")
      case _ where word.count == 1 && 0x20..<0x7F ~= word[0] && word[0] != UInt8(ascii: "\""): return word[0]
      default: throw ArgumentProblem("a delimiter is one character of ASCII, or tab")
      }
    }
  }
}
