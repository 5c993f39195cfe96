import ArgumentParsing
import FileSystem
import ProviderBundles
import UniformTypes

/// `retype`: another type for a representation whose bytes stay.
struct RetypeArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var place = PlaceArgument(item: 1, representation: nil)
  var type = TypeArgument(word: [])

  static var declaration: CommandDeclaration<RetypeArguments> {
    CommandDeclaration(
      summary: "Offer a representation as another type.",
      details: "The bytes stay as they are; convert and load --convert make other bytes.",
      examples: ["proffer retype trip.dragbundle 1.3 public.utf8-plain-text": "What the text is said to be."]
    ) {
      Operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      Operand("PLACE", to: \.place, as: PlaceArgument.value, help: "A representation, as 2.1.")
      Operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
    }
  }

  func check() throws(ArgumentProblem) {
    if place.representation == nil {
      throw ArgumentProblem("\(place) is an item; a type is that of a representation, such as \(place).1")
    }
  }

  func run() throws -> ExitStatus {
    try ProgramTypes.withDesktopTypesIfNeeded {
      let type = try self.type.resolvedForContent(console: Console())
      try ProviderBundleWriter.program().edit(bundle) { draft in
        try draft.retype(
          representationAt: place.representationIndex ?? 0, ofItemAt: place.itemIndex, to: type.identifier)
        draft.carryDeclarations(from: .current)
      }
    }
    return .done
  }
}
