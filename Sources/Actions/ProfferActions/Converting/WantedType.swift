package import UniformTypes

/// The type to convert to, and its version if the format has several versions.
package struct WantedType: Sendable {
  package let type: UTType
  /// The name of the writer for the version; if nil, the planner chooses a writer.
  package let writerName: String?

  package var identifier: String { type.identifier }

  package init(_ type: UTType) {
    self.type = type
    writerName = nil
  }

  /// Resolves a type reference.
  ///
  /// A MIME type can specify a version, as in `text/vcard;version=3.0`.
  package init(_ argument: TypeReference, in context: ActionContext) throws {
    type = try argument.resolved(in: context)
    guard let version = argument.version else {
      writerName = nil
      return
    }
    guard type.identifier == "public.vcard", let name = ["3.0": "vcard 3.0", "4.0": "vcard"][version] else {
      throw ActionError.usage(
        "no version \(version) of \(type.identifier) is written; of public.vcard there are 3.0 and 4.0")
    }
    writerName = name
  }
}
