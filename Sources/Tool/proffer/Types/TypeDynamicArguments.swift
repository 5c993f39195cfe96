import ArgumentParsing
import JSONText
import ProfferActions
import UniformTypes

/// The command `type dynamic`: encodes or decodes the identifier of an undeclared type.
struct TypeDynamicArguments: ProgramCommand {
  /// A tag to encode in an identifier.
  struct Tag: Sendable {
    let tagClass: UTTagClass
    let text: String
  }

  var identifier: String?
  var tags: [Tag] = []
  var supertype: TypeArgument?
  var asJSON = false

  static var declaration: CommandDeclaration<TypeDynamicArguments> {
    CommandDeclaration(
      summary: "Encode or decode the dynamic identifier of an undeclared extension or MIME type.",
      details: """
        An identifier that begins with dyn. is decoded: its tags and the types to which it conforms are
        printed. An extension or MIME type is encoded as an identifier, even if it belongs to a declared
        type.
        """,
      examples: [
        "proffer type dynamic dyn.ah62d4rv4ge80s52": "The tags of a dynamic identifier.",
        "proffer type dynamic --extension go --conforming-to public.data": "The identifier for an extension.",
      ]
    ) {
      option(
        "--extension", "EXTENSION", appendingTo: \.tags,
        as: .text { Tag(tagClass: .filenameExtension, text: $0) }, help: "Encode a filename extension.")
      option(
        "--mime", "TYPE", appendingTo: \.tags, as: .text { Tag(tagClass: .mimeType, text: $0) },
        help: "Encode a MIME type.")
      option(
        "--conforming-to", "TYPE", to: \.supertype, as: TypeArgument.value,
        help: "The type that the new type conforms to.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("IDENTIFIER", to: \.identifier, as: .text, help: "A dynamic identifier to decode.")
    }
  }

  func check() throws(ArgumentProblem) {
    guard (identifier == nil) == (tags.count == 1), tags.count <= 1 else {
      throw ArgumentProblem("give either an identifier to decode, or one extension or MIME type to encode")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let type: UTType
    if let identifier {
      guard let read = UTType(identifier, in: context.types.registry), read.isDynamic else {
        throw ActionError.usage("\(identifier.debugDescription) is not a dynamic identifier")
      }
      type = read
    } else {
      type = try made(context)
    }
    if asJSON {
      try program.console.printJSON("type dynamic", TypeReport.members(type, in: context.types.registry))
    } else if identifier == nil {
      try program.console.print(type.identifier)
    } else {
      try program.console.print(lines: TypeReport.lines(type, in: context.types.registry))
    }
    return .done
  }

  private func made(_ context: ActionContext) throws -> UTType {
    guard let tag = tags.first else { throw ActionError.usage("no tag is given") }
    let parent = try supertype?.resolved(in: context)
    // The lookup fails if the text is not a valid tag. The tag is in lower case, because tags are
    // case-insensitive.
    let dynamic = DynamicIdentifier(
      supertype: parent?.identifier, tag: DynamicIdentifier.Tag(tag.text.lowercased(), tag.tagClass))
    guard context.types.registry.type(tag: tag.text, tagClass: tag.tagClass, conformingTo: nil) != nil,
      let type = UTType(dynamic.identifier, in: context.types.registry)
    else {
      throw ActionError.usage(
        "\(tag.text.debugDescription) cannot be a tag of the class \(tag.tagClass.rawValue)")
    }
    return type
  }
}
