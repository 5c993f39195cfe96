import ByteTools
import FolderDrops
import ItemProviders
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// A drop of items from a bundle into a folder.
///
/// Each item becomes a separate file.
struct FolderItemDrop {
  let source: DropSource
  let destination: FilePath
  /// The accepted types; if nil, all types are accepted.
  let accepted: [UTType]?
  let order: FidelityOrder
  let converts: Bool
  let isStrict: Bool
  let followsReferences: Bool
  let isDryRun: Bool
  let history: DropHistory
  let context: ActionContext

  /// The filename extensions of converted items, keyed by type; other types have their preferred extensions.
  let fileExtensions: [UTType: String]

  /// An item to drop.
  ///
  /// To save memory for large bundles, only part of the choice for the item is stored.
  struct Item: Sendable {
    /// The index of the item in the bundle, from 0.
    let place: Int
    /// The size of the representation to load or convert, in bytes.
    let byteCount: UInt64
    /// The conversion; nil if the item is dropped without a conversion.
    let conversion: Conversion?
  }

  /// The choice and the plan for an item that is converted.
  final class Conversion: Sendable {
    let choice: RepresentationChoice
    let plan: ConversionPlan

    init?(of choice: RepresentationChoice) {
      guard choice.chosen == nil, let plan = choice.plan else { return nil }
      self.choice = choice
      self.plan = plan
    }
  }

  /// Returns the items that can be dropped, and the indexes of the other items.
  ///
  /// An item can be dropped if it has an accepted representation or can be converted to an accepted type.
  func matching(_ numbers: Range<Int>) throws -> (items: [Item], unmatched: [Int]) {
    var receiver = Receiver(of: source.bundle, accepting: accepted, by: order, in: context)
    var items: [Item] = []
    var unmatched: [Int] = []
    for number in numbers {
      let item = source.bundle.items[number]
      let choice =
        try converts
        ? receiver.choice(of: item, number: number + 1)
        : receiver.registeredChoice(of: item, number: number + 1)
      if accepted == nil || choice.chosen != nil || choice.plan != nil {
        items.append(Item(place: number, byteCount: choice.byteCount, conversion: Conversion(of: choice)))
      } else {
        unmatched.append(number)
      }
    }
    return (items, unmatched)
  }

  /// Drops items into the folder.
  ///
  /// - Parameter unmatched: the indexes of the items that have no accepted type.
  func run(_ items: [Item], _ unmatched: [Int]) throws -> Outcome {
    try ProcessLimits.requireQueues(to: "drop into \(destination)")
    let promises = PromiseResolver.standard(types: context.types.registry, limits: context.readingLimits)
    let bundle = source.bundle
    let providers = items.lazy.map { item in
      if let conversion = item.conversion { return provider(of: conversion) }
      return bundle.provider(
        for: bundle.items[item.place], receiver: context.identity, promises: promises, verifying: true,
        followingReferences: followsReferences)
    }
    let report = try place(providers, items)
    let outcome = Outcome(drop: self, outcomes: report.outcomes, items: items, unmatched: unmatched)
    try outcome.noteShortenedNames()
    return outcome
  }

  /// Returns the outcome of a drop in which no item has an accepted type.
  func nothing(_ unmatched: [Int]) -> Outcome {
    Outcome(drop: self, outcomes: [], items: [], unmatched: unmatched)
  }

  private func place(
    _ providers: some Collection<ItemProvider>, _ items: [Item]
  ) throws -> FolderDropReport {
    if isDryRun {
      let folders = LoadFolders(in: context.folders.temporary)
      let folder = try folders.make()
      defer { withExtendedLifetime(folders) {} }
      var drop = FolderDrop(into: folder, accepting: accepted?.map(\.identifier))
      drop.takenNames = destination
      return try place(providers, items, drop, nil)
    }
    let moved = source.moved
    return try history.recording(isMove: moved != nil) { record in
      if moved != nil { try record?.backUp(source.bundle.path, opened: source.opened) }
      let created = try Folder.createWithParents(destination)
      try record?.describe(
        from: source.bundle.path, opened: source.opened, into: destination, itemCount: items.count,
        isMove: moved != nil, createdFolders: created, in: context)
      // Files loaded from the items are copied. For a move, the items are removed from the bundle afterwards.
      let drop = FolderDrop(into: destination, accepting: accepted?.map(\.identifier))
      let report = try place(providers, items, drop, record)
      let arrived = zip(report.outcomes, items).compactMap { outcome, item in
        outcome.isSuccess ? item.place : nil
      }
      if let moved, !arrived.isEmpty {
        try ProviderBundleWriter.writer(in: context).remove(Set(arrived), from: moved, record)
      }
      if arrived.isEmpty { Folder.removeUnused(created) }
      return (hasChanged: !arrived.isEmpty, value: report)
    }
  }

  private func place(
    _ providers: some Collection<ItemProvider>, _ items: [Item], _ drop: FolderDrop, _ record: DropRecord?
  ) throws -> FolderDropReport {
    var drop = drop
    drop.order = order
    let total = items.reduce(into: UInt64(0)) { $0.addSaturating($1.byteCount) }
    var done: (itemCount: Int, byteCount: UInt64) = (0, 0)
    return try drop.run(providers, addingTo: record, willLoad: context.checkCancellation) { progress in
      while done.itemCount < progress.index {
        done.byteCount.addSaturating(items[done.itemCount].byteCount)
        done.itemCount += 1
      }
      let current = progress.index < items.count ? Double(items[progress.index].byteCount) : 0
      var shown = done.byteCount
      shown.addSaturating(UInt64(min(current * progress.itemFraction, 1e18)))
      context.progress(.bytes(shown, of: total))
    }
  }

  /// Returns a provider that offers an item in the destination type of its plan.
  private func provider(of item: Conversion) -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = item.choice.stem
    if let stem = item.choice.stem, let type = UTType(item.plan.destinationIdentifier, in: order.registry),
      let fileExtension = fileExtensions[type],
      !FileNaming.isFileName(stem, ofType: type.identifier, in: order.registry)
    {
      provider.suggestedName = "\(stem).\(fileExtension)"
    }
    provider.registerFileRepresentation(
      for: item.plan.destinationIdentifier, kind: .data, visibility: .all, openInPlace: false,
      isPromised: true, byteCount: nil
    ) { [source = source.bundle, context, followsReferences, isStrict] _ in
      let conversion = try BundleConversion(of: item.choice, from: source, in: context)
      if !followsReferences { try conversion.refuseReference() }
      let (contents, losses) = try conversion.contents(strictly: isStrict)
      context.note(.converted(conversion.sourceName, losses))
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
}

extension FolderItemDrop {
  /// The results of all items.
  struct Outcome: Sendable {
    fileprivate let drop: FolderItemDrop
    fileprivate let outcomes: [FolderDropOutcome]
    fileprivate let items: [Item]
    fileprivate let unmatched: [Int]

    var droppedCount: Int { outcomes.count(where: \.isSuccess) }
    var failedCount: Int { outcomes.count { !$0.isSuccess } }

    func forEach(_ body: (DroppedItem) throws -> Void) rethrows {
      for (outcome, item) in zip(outcomes, items) { try body(dropped(item, outcome)) }
      for place in unmatched {
        try body(
          DroppedItem(
            number: place + 1, name: name(of: place), typeIdentifier: nil, reference: nil,
            result: .unmatched))
      }
    }

    private func name(of place: Int) -> String {
      drop.source.bundle.name(ofItemAt: place, to: drop.context.identity)
    }

    private func dropped(_ item: Item, _ outcome: FolderDropOutcome) -> DroppedItem {
      let bundled = drop.source.bundle.items[item.place]
      let representation = bundled.representations.first { $0.typeIdentifier == outcome.typeIdentifier }
      let reference = representation.flatMap { bundled.reference(for: $0) }?.path
      let result: DroppedItem.Result =
        switch outcome.result {
        case .success(let path): .dropped(path.named(in: drop.destination))
        case .failure(let error): .failed(reason(error, reference))
        }
      return DroppedItem(
        number: item.place + 1, name: name(of: item.place), typeIdentifier: outcome.typeIdentifier,
        reference: reference, result: result)
    }

    private func reason(_ error: any Error, _ reference: FilePath?) -> any Error {
      guard let reference, !drop.followsReferences else { return error }
      return ActionError.failure(
        "its content is in \(reference), outside the bundle", cause: error, code: .referenceRefused)
    }

    /// Sends a note for each file name that was shortened because it is too long for file systems.
    fileprivate func noteShortenedNames() throws {
      for (outcome, item) in zip(outcomes, items) where outcome.isSuccess {
        try drop.source.bundle.items[item.place].representations
          .first { $0.typeIdentifier == outcome.typeIdentifier }?
          .noteShortenedNames(in: drop.context)
      }
    }
  }
}
