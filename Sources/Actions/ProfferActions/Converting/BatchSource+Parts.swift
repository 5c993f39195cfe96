import Foundation
import OfficeFormats
import ProfferConversions
import UniformTypes

extension BatchSource {
  /// Returns the sheets of a spreadsheet as sources of their own.
  ///
  /// A document of another type becomes a source that fails, or that is skipped if it was found in a folder.
  func sheets(of conversion: DocumentConversion, in context: ActionContext) -> [BatchSource] {
    let kind = PartKind(parts: "sheets", choice: "tables", document: "a spreadsheet")
    return parts(kind, of: conversion, in: context) { document, registry in
      guard registry.conforms(identifier: document.candidates[0], to: UTType.spreadsheet.identifier) else {
        return nil
      }
      let contents = try document.load(0)
      let names = try Workbook.sheetNames(
        in: contents.data, options: SpreadsheetOptions(readingLimits: contents.limits))
      return names.enumerated().map { index, name in
        NamedPart(part: .sheet(index + 1), name: "sheet “\(name)”", stem: name)
      }
    }
  }

  /// Returns the pages of a document as sources of their own.
  ///
  /// A document without pages becomes a source that fails, or that is skipped if it was found in a folder.
  func pages(of conversion: DocumentConversion, in context: ActionContext) -> [BatchSource] {
    let kind = PartKind(parts: "pages", choice: "pages", document: "a PDF")
    return parts(kind, of: conversion, in: context) { document, registry in
      guard registry.conforms(identifier: document.candidates[0], to: UTType.pdf.identifier),
        let count = try InstalledConverters(in: context).pageCount(of: document.load(0), types: registry)
      else { return nil }
      // The names of the pages sort in their order.
      let width = String(count).count
      return (1...count).map { number in
        let digits = String(number)
        let padded = String(repeating: "0", count: width - digits.count) + digits
        return NamedPart(part: .page(number), name: "page \(number)", stem: padded)
      }
    }
  }

  /// The words for a kind of parts, and for the documents that have such parts.
  private struct PartKind {
    /// The parts that a file has.
    let parts: String
    /// The parts, as the option that chooses them calls them.
    let choice: String
    let document: String
  }

  /// A part of a document, with its name in messages and in the name of its result.
  private struct NamedPart {
    let part: Part
    let name: String
    let stem: String
  }

  /// Returns the parts of a document as sources of their own.
  ///
  /// - Parameter find: returns the parts; nil if a document of this type has none.
  private func parts(
    _ kind: PartKind, of conversion: DocumentConversion, in context: ActionContext,
    _ find: (ConversionSource, TypeRegistry) throws -> [NamedPart]?
  ) -> [BatchSource] {
    var source = self
    do {
      let input = try input.get()
      guard skipReason == nil else { return [self] }
      guard item == nil else {
        throw ActionError.usage(
          "all \(kind.parts) can be converted only from a file, not from an item of a bundle",
          code: .unusedOption)
      }
      let document = try ConversionSource(input, from: conversion.from, place: nil, in: context)
      let registry = context.types.registry
      guard let found = try find(document, registry) else {
        let type = TypeNames.name(of: document.candidates[0], in: registry)
        guard !isFound else {
          source.skipReason = "it is not \(kind.document)"
          return [source]
        }
        throw ActionError.usage(
          "all \(kind.choice) can be converted only from \(kind.document), but \(name) is \(type)",
          code: .unusedOption)
      }
      return found.map { found in
        var part = source
        part.part = found.part
        part.name = "\(found.name) of \(name)"
        part.stem = stem.map { "\($0) - \(found.stem)" } ?? found.stem
        return part
      }
    } catch {
      source.input = .failure(error)
      return [source]
    }
  }
}
