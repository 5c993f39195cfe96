import ProfferConversions
import UniformTypes

extension BatchSource {
  /// Returns the pages of a document as sources of their own.
  ///
  /// A document without pages becomes a source that fails, or that is skipped if it was found in a folder.
  func pages(of conversion: DocumentConversion, in context: ActionContext) -> [BatchSource] {
    var source = self
    do {
      let input = try input.get()
      guard skipReason == nil else { return [self] }
      guard item == nil else {
        throw ActionError.usage(
          "all pages can be converted only from a file, not from an item of a bundle", code: .unusedOption)
      }
      let document = try ConversionSource(input, from: conversion.from, place: nil, in: context)
      let registry = context.types.registry
      let converters = InstalledConverters(in: context)
      guard registry.conforms(identifier: document.candidates[0], to: UTType.pdf.identifier),
        let count = try converters.pageCount(of: document.load(0), types: registry)
      else {
        let name = TypeNames.name(of: document.candidates[0], in: registry)
        guard !isFound else {
          source.skipReason = "it is not a PDF"
          return [source]
        }
        throw ActionError.usage(
          "all pages can be converted only from a PDF, but \(self.name) is \(name)", code: .unusedOption)
      }
      // The names of the pages sort in their order.
      let width = String(count).count
      return (1...count).map { number in
        var page = source
        let digits = String(number)
        let padded = String(repeating: "0", count: width - digits.count) + digits
        page.part = .page(number)
        page.name = "page \(number) of \(self.name)"
        page.stem = stem.map { "\($0) - \(padded)" } ?? padded
        return page
      }
    } catch {
      source.input = .failure(error)
      return [source]
    }
  }
}
