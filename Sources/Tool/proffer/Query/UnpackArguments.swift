import ArgumentParsing
import FileSystem
import ItemProviders
import ProviderBundles
import UniformTypes

/// `unpack`: all representations of a bundle, as files under their own names.
struct UnpackArguments: CommandArguments {
  var bundle = PathArgument.standardStream
  var folder = FilePath.currentFolder
  var replaces = false
  var followsReferences = false
  var team: String?
  var group: String?
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<UnpackArguments> {
    CommandDeclaration(
      summary: "Write every representation of a bundle into a folder, under its own name.",
      details: """
        Names that are taken twice in the bundle become "name 2". A name that the folder has already is an error, and
        nothing is written, unless --force replaces it; a link is replaced, not followed. When the command ends well,
        all files are on the disk; when it fails, the folder is as it was. What is only promised is left out; load
        --convert makes it. A file that the bundle names and does not hold is left out, with the status 1, unless
        --allow-references copies it.
        """,
      examples: ["proffer unpack trip.dragbundle --into trip": "All files of all items, in the folder trip."]
    ) {
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder), isRequired: true,
        help: "The folder; it is made if need be.")
      flag("--force", to: \.replaces, help: "Replace what is there already.")
      flag(
        "--allow-references", to: \.followsReferences,
        help: "Copy files too that the bundle names and does not hold.")
      option("--team", "NAME", to: \.team, as: .text, help: "Unpack what is for this team too.")
      option("--group", "NAME", to: \.group, as: .text, help: "Unpack what is for this group too.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    try LargestSize.explained {
      let bundle = try bundle.openBundle(limits: largestSize.limits)
      try types.include(typesOf: bundle)
      return try unpack(bundle, types.registry)
    }
  }

  private func unpack(_ bundle: ProviderBundle, _ types: TypeRegistry) throws -> ExitStatus {
    let receiver = ReceiverIdentity(team: team, group: group)
    try bundle.checkExpansion { count in
      for item in bundle.items { for (_, shown) in bundle.visible(in: item, to: receiver) { count(shown) } }
    }
    let unpacking = try Unpacking(into: folder, replacing: replaces)
    var isComplete = true
    for (itemIndex, item) in bundle.items.enumerated() {
      for (index, representation) in bundle.visible(in: item, to: receiver) {
        if representation.isPromise {
          Console.note(
            "\(itemIndex + 1).\(index + 1) \(representation.typeIdentifier) is only promised and was left out"
          )
          continue
        }
        if case .inPlace(let reference) = representation.storage, !followsReferences {
          isComplete = false
          Console.error(
            "\(itemIndex + 1).\(index + 1) \(representation.typeIdentifier) was left out: its bytes are in "
              + "\(reference.path), outside the bundle; --allow-references copies them")
          continue
        }
        representation.noteReference()
        try unpacking.add(representation.fileName(in: item, types: types)) { name, folder in
          try bundle.extract(representation, as: name, in: folder)
        }
      }
    }
    try unpacking.commit()
    return isComplete ? .done : .negative
  }
}
