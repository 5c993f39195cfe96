import ArgumentParsing
import FileSystem
import ProviderBundles

/// `merge`: the items of several bundles in one; of a single bundle, its other form.
struct MergeArguments: CommandArguments {
  var bundles: [FilePath] = []
  var output: PathArgument?
  var makesFolder = false
  var replaces = false

  static var declaration: CommandDeclaration<MergeArguments> {
    CommandDeclaration(
      summary: "Put the items of several bundles into a new one.",
      details: """
        Equal payloads are stored once. The bundles themselves stay as they are. Of one bundle this makes a copy; with
        --folder an archive becomes a folder, and without it a folder an archive.
        """,
      examples: [
        "proffer merge trip.dragbundle maps.dragbundle -o both.dragbundle": "All items, in this order.",
        "proffer merge trip.dragbundle --folder -o trip": "The same bundle as a folder.",
      ]
    ) {
      Option(
        "-o", "--output", "BUNDLE", to: \.output, as: PathArgument.output, isRequired: true,
        help: "Write the bundle there; - is standard output.")
      Flag("--folder", to: \.makesFolder, help: "Write the bundle as a folder.")
      Flag("--force", to: \.replaces, help: "Replace what is there already.")
      Operands("BUNDLE", appendingTo: \.bundles, as: FilePath.argument(.file), help: "A bundle.")
    }
  }

  func check() throws(ArgumentProblem) {
    if makesFolder, output == .standardStream {
      throw ArgumentProblem("--folder needs a name: a folder cannot go to standard output")
    }
  }

  func run() throws -> ExitStatus {
    var draft = BundleDraft()
    for path in bundles { try draft.merge(BundleDraft(of: ProviderBundle(opening: path))) }
    try ProviderBundleWriter.program()
      .write(PackingList(draft), to: output, asFolder: makesFolder, replacing: replaces)
    return .done
  }
}
