import Foundation
import OfficeFormats
import ProfferConversions
import UniformTypes

extension BatchSource {
  /// Returns the sheets of a spreadsheet as sources of their own.
  ///
  /// A document of another type becomes a source that fails, or that is skipped if it was found in a folder.
  func sheets(of conversion: DocumentConversion, in context: ActionContext) -> [BatchSource] {
    var source = self
    do {
      let input = try input.get()
      guard skipReason == nil else { return [self] }
      guard item == nil else {
        throw ActionError.usage(
          "all sheets can be converted only from a file, not from an item of a bundle", code: .unusedOption)
      }
      let document = try ConversionSource(input, from: conversion.from, place: nil, in: context)
      let registry = context.types.registry
      guard registry.conforms(identifier: document.candidates[0], to: UTType.spreadsheet.identifier) else {
        let name = TypeNames.name(of: document.candidates[0], in: registry)
        guard !isFound else {
          source.skipReason = "it is not a spreadsheet"
          return [source]
        }
        throw ActionError.usage(
          "all tables can be converted only from a spreadsheet, but \(self.name) is \(name)",
          code: .unusedOption)
      }
      let contents = try document.load(0)
      let names = try Workbook.sheetNames(
        in: contents.data, options: SpreadsheetOptions(readingLimits: contents.limits))
      return names.enumerated().map { index, name in
        var sheet = source
        sheet.part = .sheet(index + 1)
        sheet.name = "sheet “\(name)” of \(self.name)"
        sheet.stem = stem.map { "\($0) - \(name)" } ?? name
        return sheet
      }
    } catch {
      source.input = .failure(error)
      return [source]
    }
  }
}
