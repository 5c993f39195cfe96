import ArgumentParsing
import JSONText
import UniformTypes

/// `type dynamic`: identifiers for what nobody declares, made and taken apart.
struct TypeDynamicArguments: CommandArguments {
  /// What an identifier is made of.
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
      summary: "Make or read the dynamic identifier of a tag that no type declares.",
      details: """
        Given an identifier that begins with dyn., its tags and what it conforms to are printed. Given a tag, the
        identifier is made, also where a declared type has the tag.
        """,
      examples: [
        "proffer type dynamic dyn.ah62d4rv4ge80s52": "What it stands for.",
        "proffer type dynamic --extension go --conforming-to public.data": "The identifier of an extension.",
      ]
    ) {
      Option(
        "--extension", "EXTENSION", appendingTo: \.tags,
        as: .text { Tag(tagClass: .filenameExtension, text: $0) }, help: "Make one of a filename extension.")
      Option(
        "--mime", "TYPE", appendingTo: \.tags, as: .text { Tag(tagClass: .mimeType, text: $0) },
        help: "Make one of a MIME type.")
      Option(
        "--conforming-to", "TYPE", to: \.supertype, as: TypeArgument.value,
        help: "What the new type conforms to.")
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operand("IDENTIFIER", to: \.identifier, as: .text, help: "A dynamic identifier to read.")
    }
  }

  func check() throws(ArgumentProblem) {
    guard (identifier == nil) == (tags.count == 1), tags.count <= 1 else {
      throw ArgumentProblem("give either an identifier to read or one tag to make one of")
    }
  }

  func run() throws -> ExitStatus { try ProgramTypes.withDesktopTypesIfNeeded { try answer() } }

  private func answer() throws -> ExitStatus {
    let console = Console()
    let type: UTType
    if let identifier {
      guard let read = UTType(identifier), read.isDynamic else {
        throw NegativeResult("\(identifier.debugDescription) is no dynamic identifier")
      }
      type = read
    } else {
      type = try made(console: console)
    }
    if asJSON {
      try console.print(TypeReport.json(type, in: .current))
    } else if identifier == nil {
      try console.print(type.identifier)
    } else {
      try console.print(lines: TypeReport.lines(type, in: .current))
    }
    return .done
  }

  private func made(console: Console) throws -> UTType {
    guard let tag = tags.first else { throw UsageError("no tag is given") }
    let parent = try supertype?.resolved(console: console)
    // Looking the tag up tells whether it has the shape of its class; both classes ignore case.
    let dynamic = DynamicIdentifier(
      supertype: parent?.identifier, tag: DynamicIdentifier.Tag(tag.text.lowercased(), tag.tagClass))
    guard UTType(tag: tag.text, tagClass: tag.tagClass, conformingTo: nil) != nil,
      let type = UTType(dynamic.identifier)
    else {
      throw Failure("\(tag.text.debugDescription) cannot be a tag of the class \(tag.tagClass.rawValue)")
    }
    return type
  }
}
