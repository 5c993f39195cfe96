import ArgumentParsing
import FileSystem
import ItemProviders
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// `split`: a bundle for each item of a bundle.
struct SplitArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var folder = FilePath.currentFolder
  var replaces = false
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<SplitArguments> {
    CommandDeclaration(
      summary: "Make a bundle of every item of a bundle.",
      details: """
        Each bundle has the name of its item. Names that are taken twice become "name 2". A name that the folder has
        already is an error, and nothing is written, unless --force replaces it; a link is replaced, not followed. When
        the command ends well, all bundles are on the disk; when it fails, the folder is as it was.
        """,
      examples: ["proffer split trip.dragbundle --into parts": "A bundle for each item, in the folder parts."]
    ) {
      Option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder), isRequired: true,
        help: "The folder; it is made if need be.")
      Flag("--force", to: \.replaces, help: "Replace what is there already.")
      LargestSize.option(to: \.largestSize)
      Operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
    }
  }

  func run() throws -> ExitStatus {
    let bundle = try ProviderBundle(opening: bundle, limits: largestSize.limits)
    try LargestSize.explained { try bundle.checkExpansionOfSplitting() }
    let parts = try BundleDraft(of: bundle).split()
    let writer = try ProviderBundleWriter.program()
    let unpacking = try Unpacking(into: folder, replacing: replaces)
    for (item, part) in zip(bundle.items, parts) {
      let name = FileNaming.name(
        suggested: item.stem, sourceName: nil, typeIdentifier: UTType.dragBundle.identifier)
      try unpacking.add(name) { name, folder in try writer.write(part, asOneOfManyNamed: name, in: folder) }
    }
    try unpacking.commit()
    return .done
  }
}
