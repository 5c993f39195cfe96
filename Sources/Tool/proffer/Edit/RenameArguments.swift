import ArgumentParsing
import FileSystem
import ProviderBundles

/// `rename`: another name for an item, or for the file of a representation.
struct RenameArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var place = PlaceArgument(item: 1, representation: nil)
  var name: [UInt8] = []

  static var declaration: CommandDeclaration<RenameArguments> {
    CommandDeclaration(
      summary: "Give an item or the file of a representation another name.",
      details:
        "An item's name is what is suggested for files that are made of it; an empty one takes it away.",
      examples: [
        "proffer rename trip.dragbundle 1 \"Trip to Rome\"": "What the first item is called.",
        "proffer rename trip.dragbundle 2.1 map.png": "What the file is called.",
      ]
    ) {
      Operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      Operand(
        "PLACE", to: \.place, as: PlaceArgument.value, help: "An item, as 2, or a representation, as 2.1.")
      Operand(
        "NAME", to: \.name, as: ArgumentValue(.text) { word throws(ArgumentProblem) in word },
        help: "The new name.")
    }
  }

  func check() throws(ArgumentProblem) {
    if place.representation == nil {
      guard String(validating: name, as: UTF8.self) != nil else {
        throw ArgumentProblem("an item's name is text in UTF-8")
      }
    } else if FileName(bytes: name) == nil {
      throw ArgumentProblem("'\(PrintableText.escaped(name))' is no name of a file")
    }
  }

  func run() throws -> ExitStatus {
    try ProviderBundleWriter.program().edit(bundle) { draft in
      if let representation = place.representationIndex, let name = FileName(bytes: name) {
        try draft.rename(representationAt: representation, ofItemAt: place.itemIndex, to: name)
      } else {
        let text = String(decoding: name, as: UTF8.self)
        try draft.rename(itemAt: place.itemIndex, to: text.isEmpty ? nil : text)
      }
    }
    return .done
  }
}
