package import UniformTypes

/// What a conversion is to make: a type, and where a format has several versions, which of them.
package struct WantedType: Sendable {
  package let type: UTType
  /// The writer of the version; nil leaves it to the plan.
  package let writerName: String?

  package var identifier: String { type.identifier }

  package init(_ type: UTType) {
    self.type = type
    writerName = nil
  }

  /// The type of a word, whose MIME type may name a version: `text/vcard;version=3.0`.
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
