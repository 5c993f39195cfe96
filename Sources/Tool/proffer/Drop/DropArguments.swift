import ArgumentParsing
import FileSystem
import FolderDrops
import Foundation
import ItemProviders
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// `drop`: the items of a bundle, dropped into a folder or another bundle.
struct DropArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var destination = FilePath.currentFolder
  var accepted: [TypeArgument] = []
  var operation = FolderDrop.Operation.copy
  var item: Int?
  var place: Int?
  var followsReferences = false
  var team: String?
  var group: String?
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<DropArguments> {
    CommandDeclaration(
      summary: "Drop the items of a bundle into a folder or another bundle.",
      details: """
        Into a folder, each item is written in its best representation that is accepted, under its suggested name with the
        extension of the type that was served; a name that is taken becomes "name 2". An item that fails is reported and
        does not stop the others; the status is then 1. Into a bundle, items go with all their representations.

        A copy leaves everything where it was. A move takes the items that arrived out of the bundle they came from, when
        all that arrived is on the device; meanwhile no other program can change that bundle. undo takes the last drop
        back. A drop that cannot be recorded for undo is not done.

        A bundle can offer a file in place that it does not hold, anywhere on this machine. Such an item is dropped into a
        folder only with --allow-references, as a copy; a move leaves the file where it is. Into a bundle it goes as it is,
        and the file is not read.
        """,
      examples: [
        "proffer drop trip.dragbundle --into Desktop --accept public.image,public.text":
          "Pictures and texts, each the best there is.",
        "proffer drop trip.dragbundle --into all.dragbundle --at 1 --operation move":
          "All items become the first ones of another bundle.",
      ]
    ) {
      option(
        "--into", "PLACE", to: \.destination, as: FilePath.argument(.file), isRequired: true,
        help: "A folder, which is made if need be, or a bundle.")
      option(
        "--accept", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The types to take, most wanted first; else each item's first.")
      option(
        "--operation", "WHAT", to: \.operation, as: .choice(["copy": .copy, "move": .move]),
        help: "Whether the originals stay; copy by default.")
      option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "Drop this item alone.")
      option(
        "--at", "N", to: \.place, as: .integer(in: 1 ... .max),
        help: "Into a bundle: the number that the first item gets there.")
      flag(
        "--allow-references", to: \.followsReferences,
        help: "Into a folder: copy files too that the bundle names and does not hold.")
      option("--team", "NAME", to: \.team, as: .text, help: "Drop as a member of this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Drop as a member of this group.")
      LargestSize.parameter(to: \.largestSize)
      operand(
        "BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle whose items are dropped.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    // What is moved is locked before it is read, so that nothing changes it before its items are taken out.
    let moved = operation == .move ? try LockedBundle(bundle, limits: largestSize.limits) : nil
    let source = try moved?.bundle ?? ProviderBundle(opening: bundle, limits: largestSize.limits)
    let numbers = try source.places(numbered: item)
    if try isBundle(destination, types) {
      guard accepted.isEmpty else {
        throw ProgramError.usage(
          "--accept goes with a folder; into a bundle, items go with all their representations")
      }
      guard !followsReferences else {
        throw ProgramError.usage(
          "--allow-references goes with a folder; into a bundle, references go as they are")
      }
      try BundleDrop(
        source: source, moved: moved, items: Array(numbers), history: DropHistory()
      ).run(into: destination, at: place.map { $0 - 1 })
      return .done
    }
    guard place == nil else {
      throw ProgramError.usage("--at goes with a bundle, and \(destination) is not one")
    }
    return try drop(numbers, of: source, moved: moved, types)
  }

  /// Whether the destination is a bundle: any file, which can be nothing else, or a folder that is one.
  private func isBundle(_ path: FilePath, _ types: TypeContext) throws -> Bool {
    guard let status = try FileStatus.ifPresent(path) else {
      guard
        TypeDetector(registry: types.registry).detect(name: path.lastComponent, prefix: nil).type
          != .dragBundle
      else {
        throw ProgramError.failure("there is no bundle \(path) to drop into; pack makes bundles")
      }
      return false
    }
    guard status.kind == .folder else { return true }
    return try types.detect(path).type == .dragBundle
  }

  /// Drops items into the folder.
  private func drop(
    _ numbers: Range<Int>, of source: ProviderBundle, moved: LockedBundle?, _ types: TypeContext
  ) throws -> ExitStatus {
    try ProcessLimits.requireQueues(to: "drop into \(destination)")
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
    try types.include(typesOf: source)
    let wanted = try accepted.isEmpty ? nil : accepted.map { try $0.resolved(in: types).identifier }
    try types.install()
    let promises = PromiseResolver.program(types: types.registry)
    let providers = numbers.lazy.map { number in
      source.provider(
        for: source.items[number], receiver: receiver, promises: promises, verifying: true,
        followingReferences: followsReferences)
    }
    let report = try DropHistory().recording { record in
      if moved != nil { try record?.backUp(source.path) }
      try Folder.createWithParents(destination)
      let bar = ProgressBar("drop")
      defer { bar.clear() }
      // The files that items are made of are copies; what a move takes away is the bundle's items.
      let report = try FolderDrop(into: destination, accepting: wanted).run(providers, addingTo: record) {
        progress in
        bar.show(UInt64(progress.fraction * 1_000), of: 1_000)
      }
      let arrived = zip(report.outcomes, numbers).compactMap { outcome, number in
        if case .success = outcome.result { number } else { nil }
      }
      if let moved, !arrived.isEmpty {
        try ProviderBundleWriter.program().remove(
          Set(arrived), from: moved, record, arrivedIn: destination)
      }
      return (hasChanged: !arrived.isEmpty, value: report)
    }
    for (outcome, number) in zip(report.outcomes, numbers) {
      let item = source.items[number]
      let name = item.displayName(showing: source.visible(in: item, to: receiver).map(\.representation))
      tell(outcome, of: item, calling: "item \(number + 1) (\(name))")
    }
    for case .success(let path) in report.outcomes.lazy.map(\.result) { try Console.print(path.description) }
    return report.failures.isEmpty ? .done : .negative
  }

  /// Says what became of an item that was not dropped, or was not taken out of the bundle itself.
  private func tell(
    _ outcome: FolderDropOutcome, of item: BundledItem, calling name: String
  ) {
    let representation = item.representations.first { $0.typeIdentifier == outcome.typeIdentifier }
    let reference = representation.flatMap { item.reference(for: $0) }
    switch outcome.result {
    case .success:
      if let reference {
        Console.note(
          "the bytes of \(name) come from \(reference.path), which the bundle names and does not hold"
        )
      }
    case .failure(let error):
      let reason =
        if let reference, !followsReferences {
          "its bytes are in \(reference.path), outside the bundle; --allow-references copies them"
        } else {
          "\(error)"
        }
      Console.error("\(name) was not dropped: \(reason)")
    }
  }
}
