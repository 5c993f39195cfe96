import CommandLineArguments
import DragAndDrop
import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// `drop`: the items of a bundle let go over a folder or another bundle.
struct DropArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var destination = FilePath.currentFolder
  var accepted: [TypeArgument] = []
  var operation = FolderDrop.Operation.copy
  var item: Int?
  var place: Int?
  var team: String?
  var group: String?
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<DropArguments> {
    CommandDeclaration(
      summary: "Drop the items of a bundle into a folder or another bundle.",
      details: """
        Into a folder, each item is written in its best representation that is accepted, under its suggested name with the
        extension of the type that was served; a name that is taken becomes "name 2". An item that fails is told of and
        keeps none of the others away; the status is then 1. Into a bundle, items go with all their representations.

        A copy leaves everything where it was. A move takes the items that arrived out of the bundle they came from, and
        moves the files that are offered in place. undo takes the last drop back.
        """,
      examples: [
        "proffer drop trip.dragbundle --into Desktop --accept public.image,public.text":
          "Pictures and texts, each the best there is.",
        "proffer drop trip.dragbundle --into all.dragbundle --at 1 --operation move":
          "All items become the first ones of another bundle.",
      ]
    ) {
      Option(
        "--into", "PLACE", to: \.destination, as: FilePath.argument(.file), isRequired: true,
        help: "A folder, which is made if need be, or a bundle.")
      Option(
        "--accept", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The types to take, most wanted first; else each item's first.")
      Option(
        "--operation", "WHAT", to: \.operation, as: .choice(["copy": .copy, "move": .move]),
        help: "Whether the originals stay; copy unless told.")
      Option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "Drop this item alone.")
      Option(
        "--at", "N", to: \.place, as: .integer(in: 1 ... .max),
        help: "Into a bundle: the number that the first item gets there.")
      Option("--team", "NAME", to: \.team, as: .text, help: "Drop as a member of this team.")
      Option("--group", "NAME", to: \.group, as: .text, help: "Drop as a member of this group.")
      LargestSize.option(to: \.largestSize)
      Operand(
        "BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle whose items are dropped.")
    }
  }

  func run() throws -> ExitStatus {
    let console = Console()
    let source = try ProviderBundle(opening: bundle, limits: largestSize.limits)
    let numbers = try source.places(numbered: item)
    if try isBundle(destination) {
      guard accepted.isEmpty else {
        throw UsageError(
          "--accept goes with a folder; into a bundle, items go with all their representations")
      }
      try BundleDrop(of: source, items: Array(numbers), operation: operation, console: console)
        .run(into: destination, at: place.map { $0 - 1 })
      return .done
    }
    guard place == nil else { throw UsageError("--at goes with a bundle, and \(destination) is none") }
    return try ProgramTypes.withTypes(of: source) { try drop(numbers, of: source, console: console) }
  }

  /// Whether the destination is a bundle: any file, which can be nothing else, or a folder that is one.
  private func isBundle(_ path: FilePath) throws -> Bool {
    guard let status = try FileStatus.ifPresent(path) else {
      guard TypeDetector().detect(name: path.lastComponent, prefix: nil).type != .dragBundle else {
        throw Failure("there is no bundle \(path) to drop into; pack makes bundles")
      }
      return false
    }
    guard status.kind == .folder else { return true }
    return try ProgramTypes.detect(path).type == .dragBundle
  }

  /// Drops items into the folder.
  private func drop(_ numbers: Range<Int>, of source: ProviderBundle, console: Console) throws -> ExitStatus {
    try ProcessRoom.requireQueues(to: "drop into \(destination)")
    let receiver = ReceiverIdentity(team: team, group: group)
    try LargestSize.explained {
      // The largest form of each is the most that can arrive of it.
      try source.checkExpansion { count in
        for number in numbers {
          let shown = source.visible(in: source.items[number], to: receiver).map(\.representation)
          if let largest = shown.max(by: { $0.byteCount ?? 0 < $1.byteCount ?? 0 }) { count(largest) }
        }
      }
    }
    let types = try accepted.isEmpty ? nil : accepted.resolved(console: console).map(\.identifier)
    let providers = numbers.lazy.map { number in
      source.provider(
        for: source.items[number], receiver: receiver, promises: .program, verifying: true)
    }
    try Folder.createWithParents(destination)
    let drop = FolderDrop(into: destination, accepting: types, operation: operation)
    let history = DropHistory(console: console)
    let bar = ProgressBar("drop", console: console)
    defer { bar.clear() }
    let report = try drop.run(providers, recordingIn: history.prepared()) { progress in
      bar.show(UInt64(progress.fraction * 1_000), of: 1_000)
    }
    bar.clear()
    for (outcome, number) in zip(report.outcomes, numbers) {
      if case .failure(let error) = outcome.result {
        let name = source.items[number].displayName(
          showing: source.visible(in: source.items[number], to: receiver).map(\.representation))
        console.error("item \(number + 1) (\(name)) was not dropped: \(error)")
      }
    }
    let arrived = zip(report.outcomes, numbers).compactMap { outcome, number in
      if case .success = outcome.result { number } else { nil }
    }
    if operation == .move, !arrived.isEmpty {
      var journal = report.journal
      try history.replace(source.path, in: &journal) {
        try ProviderBundleWriter.program().edit(source.path) { try $0.remove(itemsAt: Set(arrived)) }
      }
    }
    for case .success(let path) in report.outcomes.lazy.map(\.result) { try console.print(path.description) }
    return report.failures.isEmpty ? .done : .no
  }
}
