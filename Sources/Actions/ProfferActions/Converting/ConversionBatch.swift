import ByteTools
import DescribedErrors
import Foundation
import ItemProviders
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import TypeDiscovery
import UniformTypes

/// Conversions of many sources to one type.
///
/// Each result is a file below the same folder. The names of the results are chosen before the first
/// conversion, in the order of the sources, so that the names do not depend on the order of completion. The
/// results are also reported in the order of the sources, unless the conversion reports each result when it
/// is done.
struct ConversionBatch: Sendable {
  private let conversion: DocumentConversion
  private let wanted: WantedType
  /// The output folder; if nil, the results are kept in memory.
  private let folder: FilePath?
  private let context: ActionContext

  init(
    _ conversion: DocumentConversion, to wanted: WantedType, into folder: FilePath?, in context: ActionContext
  ) {
    self.conversion = conversion
    self.wanted = wanted
    self.folder = folder
    self.context = context
  }

  // MARK: Running

  /// Converts all sources, and reports the results.
  func run(_ report: @escaping @Sendable (DocumentOutcome) throws -> Void) throws -> DocumentConversion.Totals
  {
    let found = try BatchSources(of: conversion, into: folder, in: context)
    let sources = found.sources
    let places = folder.map { destinations(of: sources, in: $0) }
    if let folder, let places, !conversion.isDryRun { try prepare(places, in: folder) }
    let pictureFolders = pictureFolders(of: sources)
    let count = conversion.jobCount ?? ProcessInfo.processInfo.activeProcessorCount
    let board = Locked(
      Board(
        count: sources.count, hiddenCount: found.hiddenCount, conversion, folder: folder, context: context,
        report: report))
    let next = Locked(0)
    _ = ParallelWork.results(count: max(1, min(count, sources.count))) { _ in
      var coders = AvailableCoders(
        in: context, readsMarksAsText: !conversion.isRendered, options: conversion.options,
        program: conversion.program)
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < sources.count, !board.withLock({ $0.isStopped }) else { return }
        let source = sources[number]
        let kept = conversion.keptPictures(
          in: pictureFolders[number], referredFrom: places?[number], context)
        let result = result(of: source, at: places?[number], keeping: kept, &coders)
        let outcome = DocumentOutcome(
          source: source.name, sourcePath: source.path, folder: folder, result: result)
        board.withLock { $0.add(outcome, at: number) }
      }
    }
    if let folder, !conversion.isDryRun { try OpenFolder(folder).synchronizeFileSystem() }
    return try board.withLock { try $0.totals() }
  }

  /// Creates the folders of the results.
  ///
  /// Removes unfinished files that killed processes left in these folders.
  private func prepare(_ places: [FilePath], in folder: FilePath) throws {
    try Folder.createWithParents(folder)
    for parent in Set(places.map(\.parent)) {
      try Folder.createWithParents(parent)
      UnfinishedFiles.sweep(parent)
    }
  }

  /// Returns the path of each result.
  ///
  /// A number is added to a repeated name, as in `name 2`.
  private func destinations(of sources: [BatchSource], in folder: FilePath) -> [FilePath] {
    var taken: Set<FilePath> = []
    /// The next number to try for a repeated name, so that many items with one name take only linear time.
    var nextNumbers: [FilePath: Int] = [:]
    let registry = context.types.registry
    return sources.map { source in
      let parent = folder.appending(source.folders)
      let wantedName = FileNaming.name(
        suggested: source.stem, sourceName: source.stem == nil ? source.path?.lastComponent : nil,
        typeIdentifier: wanted.identifier, fileExtension: wanted.fileExtension, registry: registry)
      let wantedPath = parent.appending(wantedName)
      var path = wantedPath
      while !taken.insert(path).inserted {
        let number = nextNumbers[wantedPath, default: 2]
        path = parent.appending(FileNaming.numbered(wantedName, number))
        nextNumbers[wantedPath] = number + 1
      }
      return path
    }
  }

  /// Returns the subfolder of the pictures folder for each source, as folder names, outermost first.
  ///
  /// The subfolder is named after the source. If another source has the same name, a number is appended.
  private func pictureFolders(of sources: [BatchSource]) -> [[FileName]] {
    guard sources.count > 1, case .folder? = conversion.pictures else { return sources.map { _ in [] } }
    var taken: Set<[String]> = []
    return sources.map { source in
      let stem = source.stem.flatMap(PictureFolder.visibleName).flatMap { FileName($0) }
      let first = FileNaming.portable(stem ?? FileName("document") ?? source.folders[0])
      var (name, number) = (first, 1)
      while !taken.insert((source.folders + [name]).map { $0.description.lowercased() }).inserted {
        number += 1
        name = FileNaming.numbered(first, number)
      }
      return source.folders + [name]
    }
  }

  private func result(
    of source: BatchSource, at path: FilePath?, keeping pictures: KeptPictures?,
    _ coders: inout AvailableCoders
  ) -> DocumentOutcome.Result {
    do {
      try context.checkCancellation()
      let input = try source.input.get()
      if let reason = source.skipReason { return .skipped(reason: reason) }
      if let path, try conversion.skips(path) { return .existing(path) }
      guard let (place, bundle) = source.item else {
        let contents = try ConversionSource(
          input, from: conversion.from, place: nil, in: context)
        return try result(of: source, contents, at: path, keeping: pictures, &coders)
      }
      return try bundle.forItem { bundle in
        try result(
          of: source, ConversionSource(bundle, at: place, in: context), at: path, keeping: pictures, &coders)
      }
    } catch {
      if let path, conversion.skipsAfter(error) { return .existing(path) }
      return .failed(error)
    }
  }

  private func result(
    of source: BatchSource, _ contents: ConversionSource, at path: FilePath?, keeping pictures: KeptPictures?,
    _ coders: inout AvailableCoders
  ) throws -> DocumentOutcome.Result {
    let plan: ConversionPlan
    if let part = source.part {
      var options = conversion.options
      switch part {
      case .sheet(let number): options.tableNumber = number
      case .page(let number): options.pageNumber = number
      }
      coders = AvailableCoders(
        in: self.context, readsMarksAsText: !conversion.isRendered, options: options,
        program: conversion.program)
    }
    do {
      plan = try coders.plan(from: contents.candidates, to: wanted.identifier, by: wanted.writerName)
    } catch let error as ConversionError {
      if source.isFound { return .skipped(reason: error.message) }
      throw contents.refusal(error, in: context)
    }
    try conversion.options.images.refuseUnused(in: plan)
    try conversion.pictures?.refuseUnused(in: plan, isOneOfMany: true)
    let destination = try path.map {
      try DocumentDestination(
        $0, isOneOfMany: true, isDryRun: conversion.isDryRun, replacing: conversion.replaces)
    }
    // The byte counts of concurrent conversions would not reflect the progress of the batch.
    var context = context
    context.progress = { _ in }
    return .converted(
      try contents.convert(
        by: plan, to: destination, ConversionManner(isStrict: conversion.isStrict, pictures: pictures),
        in: context))
  }
}

/// The results of a batch.
///
/// By default, each result is reported as soon as all earlier results are known, in the order of the sources.
private struct Board: Sendable {
  private let count: Int
  private let isInOrder: Bool
  private let context: ActionContext
  private let report: @Sendable (DocumentOutcome) throws -> Void
  private var waiting: [Int: DocumentOutcome] = [:]
  private var nextNumber = 0
  private var reportedCount = 0
  private var sums = DocumentConversion.Totals()
  /// The total size of the converted documents, in bytes.
  private var byteCount: UInt64 = 0
  /// The first error that the report function threw; nil if there is none.
  private var reportError: (any Error)?

  init(
    count: Int, hiddenCount: Int, _ conversion: DocumentConversion, folder: FilePath?, context: ActionContext,
    report: @escaping @Sendable (DocumentOutcome) throws -> Void
  ) {
    self.count = count
    self.context = context
    self.report = report
    isInOrder = !conversion.reportsWhenDone
    sums.folder = folder
    sums.hiddenCount = hiddenCount
    sums.isOfEmptyList = count == 0 && conversion.list != nil
    context.progress(.things(0, of: count, byteCount: 0))
  }

  /// Whether no further sources are to be converted.
  var isStopped: Bool { reportError != nil || context.isCancelled }

  mutating func add(_ outcome: DocumentOutcome, at number: Int) {
    if isInOrder {
      waiting[number] = outcome
      while let ready = waiting.removeValue(forKey: nextNumber) {
        finish(ready)
        nextNumber += 1
      }
    } else {
      finish(outcome)
    }
    context.progress(.things(reportedCount, of: count, byteCount: byteCount))
  }

  private mutating func finish(_ outcome: DocumentOutcome) {
    sums.count(outcome.result)
    if case .converted(let document) = outcome.result { byteCount += UInt64(document.byteCount ?? 0) }
    do { try report(outcome) } catch { reportError = reportError ?? error }
    reportedCount += 1
  }

  /// Returns the number of sources for each kind of result.
  ///
  /// - Throws: the error of the report function, or `CancellationError`.
  func totals() throws -> DocumentConversion.Totals {
    if let reportError { throw reportError }
    try context.checkCancellation()
    return sums
  }
}
