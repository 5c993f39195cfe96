import ArgumentParsing
import ProfferConversions
import StandardCoders

extension ConvertArguments {
  /// Refuses options that the plan has no use for.
  func checkOptions(of plan: ConversionPlan) throws {
    let isDelimited = ["csv", "tsv", "delimited text"].contains(plan.reader.name)
    if !isDelimited, options.delimiter != nil || options.hasHeader != nil || options.readsTypedColumns {
      throw ProgramError.usage(
        "--delimiter, --header and --typed are about CSV and TSV, and the input is \(plan.sourceIdentifier)")
    }
    if options.tableNumber != nil, !plan.bridges.contains(where: { $0.name == "first table of rich text" }) {
      throw ProgramError.usage(
        "--table chooses a table of a document, and converting \(plan.sourceIdentifier) to "
          + "\(plan.destinationIdentifier) takes none")
    }
    if options.findsLinks, !plan.bridges.contains(where: { $0.name == "text to rich text" }) {
      throw ProgramError.usage(
        "--find-links is about plain text that becomes formatted text or links, and this is "
          + "\(plan.sourceIdentifier) to \(plan.destinationIdentifier)")
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
