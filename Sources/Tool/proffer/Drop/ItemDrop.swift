import ByteTools
import FolderDrops
import Foundation
import ItemProviders
import JSONText
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// A drop of items from a bundle into a folder, each as a file of its own.
struct ItemDrop {
  let source: ProviderBundle
  /// The source, locked; nil for a copy.
  let moved: LockedBundle?
  /// The state that the source had before it was opened.
  let opened: FileState?
  let destination: FilePath
  let receiver: ReceiverIdentity
  let followsReferences: Bool
  let context: ActionContext
  var order: FidelityOrder

  init(
    source: ProviderBundle, moved: LockedBundle?, opened: FileState?, destination: FilePath,
    receiver: ReceiverIdentity, followsReferences: Bool, context: ActionContext
  ) {
    self.source = source
    self.moved = moved
    self.opened = opened
    self.destination = destination
    self.receiver = receiver
    self.followsReferences = followsReferences
    self.context = context
    order = FidelityOrder(registry: context.types.registry)
  }

  /// Refuses items that could be much larger than the bundle: the largest representation of each is the most that can
  /// arrive of it.
  func checkExpansion(of numbers: Range<Int>) throws {
    try source.checkExpansion(ofLargestIn: source.items[numbers], to: receiver)
  }

  /// Drops items, tells what became of each, and gives the status.
  ///
  /// - Parameter wanted: the accepted types; nil accepts all.
  func run(
    _ numbers: Range<Int>, accepting wanted: [UTType]?, converting: Bool, strictly: Bool, asJSON: Bool
  ) throws -> ExitStatus {
    try ProcessLimits.requireQueues(to: "drop into \(destination)")
    let (items, unmatched) = try matching(numbers, wanted, converting: converting)
    guard !items.isEmpty || numbers.isEmpty else {
      if asJSON { try printJSON([], [], unmatched) }
      throw ActionError.negative(
        "no item of \(source.path) has an accepted type: \(source.names(ofItemsAt: unmatched, to: receiver))",
        code: .noMatch,
        isReported: asJSON)
    }
    let promises = PromiseResolver.standard(types: context.types.registry)
    let providers = items.lazy.map { item in
      if let conversion = item.conversion { return provider(of: conversion, strictly) }
      return source.provider(
        for: source.items[item.place], receiver: receiver, promises: promises, verifying: true,
        followingReferences: followsReferences)
    }
    let history = DropHistory(in: context)
    let report = try place(providers, items, accepting: wanted?.map(\.identifier), recordingIn: history)
    let verb = moved == nil ? "dropped" : "moved"
    let count = report.outcomes.count { $0.isSuccess }
    try history.reporting("\(count) of \(numbers.count) items were \(verb) into \(destination)") {
      if asJSON { return try printJSON(report.outcomes, items, unmatched) }
      for (outcome, item) in zip(report.outcomes, items) { try tell(outcome, of: item.place) }
      source.note(leftOutItemsAt: unmatched, in: context)
      let current = try FilePath.currentFolder.resolvingLinks()
      for case .success(let path) in report.outcomes.lazy.map(\.result) {
        try Console.shared.tell(path.typed(in: current).description)
      }
    }
    return report.failures.isEmpty ? .done : .negative
  }

  private func place(
    _ providers: some Collection<ItemProvider>, _ items: [DroppedItem],
    accepting wanted: [String]?, recordingIn history: DropHistory
  ) throws -> FolderDropReport {
    try history.recording(isMove: moved != nil) { record in
      if moved != nil { try record?.backUp(source.path, opened: opened) }
      let created = try Folder.createWithParents(destination)
      try record?.describe(
        from: source.path, opened: opened, into: destination, itemCount: items.count, isMove: moved != nil,
        createdFolders: created)
      let bar = ProgressBar("drop")
      defer { bar.clear() }
      // The files that items are made of are copies; what a move takes away is the bundle's items.
      var drop = FolderDrop(into: destination, accepting: wanted)
      drop.order = order
      let total = items.reduce(into: UInt64(0)) { $0.addSaturating($1.byteCount) }
      var done: (itemCount: Int, byteCount: UInt64) = (0, 0)
      let report = try drop.run(providers, addingTo: record) { progress in
        while done.itemCount < progress.index {
          done.byteCount.addSaturating(items[done.itemCount].byteCount)
          done.itemCount += 1
        }
        let current = progress.index < items.count ? Double(items[progress.index].byteCount) : 0
        var shown = done.byteCount
        shown.addSaturating(UInt64(min(current * progress.itemFraction, 1e18)))
        bar.advance(to: shown, of: total)
      }
      let arrived = zip(report.outcomes, items).compactMap { outcome, item in
        outcome.isSuccess ? item.place : nil
      }
      if let moved, !arrived.isEmpty {
        try ProviderBundleWriter.writer(in: context.showing(bar)).remove(
          Set(arrived), from: moved, record)
      }
      if arrived.isEmpty { Folder.removeUnused(created) }
      return (hasChanged: !arrived.isEmpty, value: report)
    }
  }

  // MARK: Choosing

  /// An item to drop, with only the necessary part of its choice: there may be a million items.
  private struct DroppedItem {
    /// The place in the bundle, counted from 0.
    let place: Int
    /// The size of what is loaded or converted.
    let byteCount: UInt64
    /// The conversion; nil if a representation is dropped without conversion.
    let conversion: Conversion?
  }

  /// The choice and the plan for an item that is converted.
  private final class Conversion: Sendable {
    let choice: RepresentationChoice
    let plan: ConversionPlan

    init?(of choice: RepresentationChoice) {
      guard choice.chosen == nil, let plan = choice.plan else { return nil }
      self.choice = choice
      self.plan = plan
    }
  }

  /// The items that have an accepted representation, or a conversion, and the places of the others.
  private func matching(
    _ numbers: Range<Int>, _ wanted: [UTType]?, converting: Bool
  ) throws -> (items: [DroppedItem], unmatched: [Int]) {
    var receiver = Receiver(of: source, accepting: wanted, by: order, in: context)
    var items: [DroppedItem] = []
    var unmatched: [Int] = []
    for number in numbers {
      let item = source.items[number]
      let choice =
        try converting
        ? receiver.choice(of: item, number: number + 1)
        : receiver.registeredChoice(of: item, number: number + 1)
      if wanted == nil || choice.chosen != nil || choice.plan != nil {
        items.append(
          DroppedItem(place: number, byteCount: choice.byteCount, conversion: Conversion(of: choice)))
      } else {
        unmatched.append(number)
      }
    }
    return (items, unmatched)
  }

  /// A provider of the type that a plan makes.
  private func provider(of item: Conversion, _ isStrict: Bool) -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = item.choice.stem
    provider.registerFileRepresentation(
      for: item.plan.destinationIdentifier, kind: .data, visibility: .all, openInPlace: false,
      isPromised: true,
      byteCount: nil
    ) { [source, context, followsReferences] _ in
      let conversion = try BundleConversion(of: item.choice, from: source, in: context)
      if !followsReferences { try conversion.refuseReference() }
      let (contents, losses) = try conversion.contents(strictly: isStrict)
      for loss in losses.losses.descriptions { Console.shared.loss("\(conversion.sourceName): \(loss)") }
      for warning in losses.warnings { Console.shared.note("\(conversion.sourceName): \(warning)") }
      switch contents {
      case .data(let data): return .data(data)
      case .package(let members):
        return .tree(name: nil) { path in
          try Folder.create(path)
          try OpenFolder(path).create(members)
        }
      }
    }
    return provider
  }

  // MARK: Telling

  /// Reports an item that was not dropped, or whose bytes are not from the bundle itself.
  private func tell(_ outcome: FolderDropOutcome, of number: Int) throws {
    let name = source.name(ofItemAt: number, to: receiver)
    let reference = reference(of: outcome, number)
    switch outcome.result {
    case .success:
      let dropped = source.items[number].representations.first { $0.typeIdentifier == outcome.typeIdentifier }
      try dropped?.noteShortenedNames(in: context)
      if let reference {
        Console.shared.note(
          "the bytes of \(name) come from \(reference.path), which the bundle refers to but does not contain")
      }
    case .failure(let error):
      Console.shared.error("\(name) was not dropped: \(reason(error, reference))")
    }
  }

  private func reference(of outcome: FolderDropOutcome, _ number: Int) -> BundledReference? {
    let item = source.items[number]
    let representation = item.representations.first { $0.typeIdentifier == outcome.typeIdentifier }
    return representation.flatMap { item.reference(for: $0) }
  }

  private func reason(_ error: any Error, _ reference: BundledReference?) -> String {
    if let reference, !followsReferences {
      return "its bytes are in \(reference.path), outside the bundle; --allow-references copies them"
    }
    return "\(error)"
  }

  private func printJSON(
    _ outcomes: [FolderDropOutcome], _ items: [DroppedItem], _ unmatched: [Int]
  ) throws {
    var nodes = zip(outcomes, items).map { outcome, item in
      let number = item.place
      var members = [
        JSONMember("item", .integer(number + 1)),
        JSONMember("type", outcome.typeIdentifier.map(JSONNode.string) ?? .null),
      ]
      switch outcome.result {
      case .success(let path):
        members += [JSONMember("result", .string("dropped"))] + JSONMember.name("path", path.bytes)
      case .failure(let error):
        let node = JSONNode.object([
          JSONMember("code", JSONEnvelope.errorNode(error)["code"] ?? .null),
          JSONMember("message", .string(reason(error, reference(of: outcome, number)))),
        ])
        members += [JSONMember("result", .string("failed")), JSONMember("error", node)]
      }
      return JSONNode.object(members)
    }
    nodes += unmatched.map {
      .object([
        JSONMember("item", .integer($0 + 1)), JSONMember("type", .null),
        JSONMember("result", .string("unmatched")),
      ])
    }
    try Console.shared.print(
      JSONEnvelope.result(
        of: "drop", JSONMember.name("destination", destination.bytes) + [JSONMember("items", .array(nodes))]))
  }
}
