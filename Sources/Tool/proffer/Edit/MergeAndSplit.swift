import ArgumentParsing
import FileSystem
import ItemProviders
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// `merge`: the items of several bundles in a new one; a copy of a single bundle in its other form.
struct MergeArguments: CommandArguments {
  var bundles: [FilePath] = []
  var output: PathArgument?
  var makesFolder = false
  var replaces = false

  static var declaration: CommandDeclaration<MergeArguments> {
    CommandDeclaration(
      summary: "Put the items of several bundles into a new one.",
      details: """
        Equal payloads are stored once. The bundles themselves do not change. Of one bundle this makes a copy; with
        --folder an archive becomes a folder, and without it a folder an archive.
        """,
      examples: [
        "proffer merge trip.dragbundle maps.dragbundle -o both.dragbundle": "All items, in this order.",
        "proffer merge trip.dragbundle --folder -o trip": "The same bundle as a folder.",
      ]
    ) {
      option(
        "-o", "--output", "BUNDLE", to: \.output, as: PathArgument.output, isRequired: true,
        help: "Write the bundle there; - is standard output.")
      flag("--folder", to: \.makesFolder, help: "Write the bundle as a folder.")
      flag("--force", to: \.replaces, help: "Replace what is there already.")
      operands("BUNDLE", appendingTo: \.bundles, as: FilePath.argument(.file), help: "A bundle.")
    }
  }

  func check() throws(ArgumentProblem) {
    if makesFolder, output == .standardStream {
      throw ArgumentProblem("--folder needs a name: a folder cannot go to standard output")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    var draft = BundleDraft()
    for path in bundles { try draft.merge(BundleDraft(of: ProviderBundle(opening: path))) }
    try ProviderBundleWriter.program()
      .write(PackingList(draft), to: output, asFolder: makesFolder, replacing: replaces)
    return .done
  }
}

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
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder), isRequired: true,
        help: "The folder; it is made if need be.")
      flag("--force", to: \.replaces, help: "Replace what is there already.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    let bundle = try ProviderBundle(opening: bundle, limits: largestSize.limits)
    try LargestSize.explained { try bundle.checkExpansionOfSplitting() }
    let parts = try BundleDraft(of: bundle).split()
    let writer = try ProviderBundleWriter.program()
    let unpacking = try Unpacking(into: folder, replacing: replaces)
    for (item, part) in zip(bundle.items, parts) {
      let name = FileNaming.name(
        suggested: item.stem, sourceName: nil, typeIdentifier: UTType.dragBundle.identifier,
        registry: types.registry)
      try unpacking.add(name) { name, folder in try writer.write(part, asOneOfManyNamed: name, in: folder) }
    }
    try unpacking.commit()
    return .done
  }
}
