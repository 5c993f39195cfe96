package import ProfferFileSystem
import TypeDiscovery
package import UniformTypes

/// The type to convert to, with its version and its filename extension as the user typed them.
package struct WantedType: Sendable {
  package let type: UTType
  /// The name of the writer for the version; if nil, the planner chooses a writer.
  package let writerName: String?
  /// The filename extension of the results, without a dot; nil for the preferred extension of the type.
  package let fileExtension: String?

  package var identifier: String { type.identifier }

  /// Resolves a type reference.
  ///
  /// A MIME type can specify a version, as in `text/vcard;version=3.0`. If the word is an extension, such as
  /// `jpg`, the results have that extension. The extensions `pbm`, `pgm` and `ppm` have the same type but
  /// different writers.
  ///
  /// - Throws: ``ActionError`` with the code `namesFile` if the word is the name of a nonexistent file.
  package init(_ argument: TypeReference, in context: ActionContext) throws {
    if let name = try argument.missingFileName(in: context) {
      throw ActionError.usage("\(name) is the name of a file, not a type", code: .namesFile)
    }
    type = try argument.resolved(in: context)
    fileExtension = argument.fileExtension(of: type, in: context.types.registry)
    if let version = argument.version {
      guard type.identifier == "public.vcard", let name = ["3.0": "vcard 3.0", "4.0": "vcard"][version] else {
        throw ActionError.usage(
          "cannot write version \(version) of \(TypeNames.name(of: type.identifier)), only versions 3.0 and 4.0 of vCard"
        )
      }
      writerName = name
    } else {
      writerName = try Self.writerName(for: type, fileExtension)
    }
  }

  /// Returns the type for the extension of a file name; nil if the extension has no declared type.
  ///
  /// The type may be that of a document package, such as `Notes.rtfd`.
  package init?(of name: FileName, in context: ActionContext) throws {
    let spelled = name.string.flatMap { text in
      text.lastIndex(of: ".").map { String(text[text.index(after: $0)...]) }
    }
    let type = try context.types.answer { registry -> UTType? in
      let types = [
        TypeDetector(registry: registry).detect(name: name, prefix: nil).nameType,
        spelled.flatMap { registry.type(tag: $0, tagClass: .filenameExtension, conformingTo: .package) },
      ]
      return types.lazy.compactMap(\.self).first { !$0.isDynamic }
    }
    guard let type else { return nil }
    self.type = type
    fileExtension = spelled
    writerName = try Self.writerName(for: type, spelled)
  }

  /// Returns the name of the writer for an extension of a type; nil if the planner chooses a writer.
  package static func writerName(for type: UTType, _ fileExtension: String?) throws -> String? {
    guard type.identifier == "public.pbm", let name = fileExtension?.uppercased() else { return nil }
    guard name != "PFM" else {
      throw ActionError.negative(
        "cannot write PFM pictures, only PBM, PGM and PPM", code: .noConversion)
    }
    return ["PBM", "PGM", "PPM"].contains(name) ? name : nil
  }
}
