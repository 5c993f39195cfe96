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
/// results are also reported in the order of the sources.
struct ConversionBatch: Sendable {
  /// A source to convert.
  struct Source: Sendable {
    let input: ActionInput
    /// The item and its bundle; nil if the source is not an item of a bundle.
    let item: (place: BundlePlace, bundle: BatchBundle)?
    /// The name of the result, without its extension.
    let stem: String?
    /// The subfolders of the output folder in which the result is written, outermost first.
    let folders: [FileName]
    /// Whether the source was found in a folder, rather than named on the command line.
    let isFound: Bool

    /// The name that messages use for the source.
    var name: String { item.map { "item \($0.place) of \(input)" } ?? input.description }
  }

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

  // MARK: Sources

  /// Returns the sources of all inputs: files, items of bundles, and files below folders.
  private func sources() throws -> [Source] {
    let declared = try conversion.from?.resolved(in: context)
    var sources: [Source] = []
    for named in conversion.inputs {
      let input = try named.readable.spooled(in: context)
      let source = Source(
        input: input, item: nil, stem: named.path.flatMap(Self.stem), folders: [], isFound: false)
      guard try declared != nil || input.path.map({ try FileStatus.ifPresent($0) != nil }) ?? true else {
        // The conversion reports the error in the same way as for an unreadable source.
        sources.append(source)
        continue
      }
      let type = try declared ?? type(of: input)
      if type == .dragBundle {
        sources += try items(of: input, at: conversion.place, in: [], isFound: false)
      } else if let folder = input.path, try FileStatus.of(folder).kind == .folder,
        !context.types.registry.conforms(type, to: .package)
      {
        guard conversion.isRecursive else {
          throw ActionError.failure("\(folder) is a folder", code: .isFolder)
        }
        sources += try found(below: folder)
      } else {
        sources.append(source)
      }
    }
    return sources
  }

  private func type(of input: ActionInput) throws -> UTType {
    switch input.origin {
    case .path(let path): try context.types.detect(path).type
    case .stream(let file), .contents(let file, _):
      try context.types.detect(file, named: nil, isExecutable: false, bytes: nil).type
    }
  }

  private func items(
    of input: ActionInput, at place: BundlePlace?, in folders: [FileName], isFound: Bool
  ) throws -> [Source] {
    let bundle = try input.openBundle(in: context)
    try context.types.include(typesOf: bundle)
    let items = try bundle.items(numbered: place?.item)
    do {
      try bundle.checkExpansion(ofLargestIn: items.lazy.map(\.item), to: context.identity)
    } catch {
      throw ActionError.failure(error.message, cause: error, code: .itemsExpandTooFar)
    }
    let shared = BatchBundle(of: input, itemCount: items.count, in: context)
    return items.map { number, item in
      Source(
        input: input, item: (place ?? BundlePlace(item: number), shared),
        stem: item.stem(showing: bundle.visible(in: item, to: .other).map(\.representation))
          ?? "item \(number)",
        folders: folders, isFound: isFound)
    }
  }

  /// Returns the sources below a folder: files, packages such as `Notes.rtfd`, and items of bundles.
  ///
  /// A package is a folder that is a single document. Hidden files and folders are left out.
  private func found(below folder: FilePath) throws -> [Source] {
    let files = try FileList(below: folder)
    var documents: Set<FilePath> = []
    var sources: [Source] = []
    for number in 0..<files.count {
      let names = files.path(at: number).bytes.dropFirst(folder.bytes.count)
        .split(separator: UInt8(ascii: "/")).compactMap { FileName(bytes: Array($0)) }
      // The outermost folder that is a single document; if there is none, the file.
      let end =
        names.dropLast().firstIndex { Self.isDocument($0, in: context.types.registry) } ?? names.count - 1
      let path = folder.appending(Array(names[...end]))
      guard documents.insert(path).inserted, !names[...end].contains(where: { $0.bytes.first == 0x2E }) else {
        continue
      }
      let folders = Array(names[..<end])
      if Self.type(of: names[end], conformingTo: nil, in: context.types.registry) == .dragBundle {
        do {
          sources += try items(of: ActionInput(path), at: nil, in: folders, isFound: true)
          continue
        } catch {
          // The conversion reports the error in the same way as for an unreadable source.
        }
      }
      sources.append(
        Source(
          input: ActionInput(path), item: nil, stem: Self.stem(of: path), folders: folders, isFound: true))
    }
    return sources
  }

  /// Returns whether a folder with this name is a single document.
  private static func isDocument(_ name: FileName, in registry: TypeRegistry) -> Bool {
    type(of: name, conformingTo: .package, in: registry) != nil
      || type(of: name, conformingTo: nil, in: registry) == .dragBundle
  }

  /// Returns the declared type of the extension of a file name; nil if there is none.
  private static func type(
    of name: FileName, conformingTo parent: UTType?, in registry: TypeRegistry
  ) -> UTType? {
    guard let name = name.string, let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return nil
    }
    let type = registry.type(
      tag: String(name[name.index(after: dot)...]), tagClass: .filenameExtension, conformingTo: parent)
    return type?.isDynamic == false ? type : nil
  }

  /// Returns the name of a file without its extension; nil if the name is not UTF-8.
  private static func stem(of path: FilePath) -> String? {
    guard let name = path.lastComponent?.string else { return nil }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  // MARK: Running

  /// Converts all sources, and reports the results in the order of the sources.
  func run(_ report: @escaping @Sendable (DocumentOutcome) throws -> Void) throws -> DocumentConversion.Totals
  {
    let sources = try sources()
    let places = try folder.map { try prepare(destinations(of: sources, in: $0), in: $0) }
    let pictureFolders = pictureFolders(of: sources)
    let count = conversion.jobCount ?? ProcessInfo.processInfo.activeProcessorCount
    let board = Locked(Board(count: sources.count, folder: folder, context: context, report: report))
    let next = Locked(0)
    _ = ParallelWork.results(count: max(1, min(count, sources.count))) { _ in
      var coders = AvailableCoders(
        in: context, readsMarksAsText: !conversion.isRendered, options: conversion.options)
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < sources.count, !board.withLock({ $0.isStopped }) else { return }
        let source = sources[number]
        let kept = conversion.pictures.map {
          KeptPictures(
            $0, in: pictureFolders[number], referredFrom: places?[number] ?? context.unnamedResult,
            replacing: conversion.replaces,
            types: context.types.registry)
        }
        let result = result(of: source, at: places?[number], keeping: kept, &coders)
        let outcome = DocumentOutcome(
          source: source.name, sourcePath: source.input.path, folder: folder, result: result)
        board.withLock { $0.add(outcome, at: number) }
      }
    }
    if let folder { try OpenFolder(folder).synchronizeFileSystem() }
    return try board.withLock { try $0.totals() }
  }

  /// Creates the folders of the results.
  ///
  /// Removes unfinished files that killed processes left in these folders.
  private func prepare(_ places: [FilePath], in folder: FilePath) throws -> [FilePath] {
    try Folder.createWithParents(folder)
    for parent in Set(places.map(\.parent)) {
      try Folder.createWithParents(parent)
      UnfinishedFiles.sweep(parent)
    }
    return places
  }

  /// Returns the path of each result.
  ///
  /// A number is added to a repeated name, as in `name 2`.
  private func destinations(of sources: [Source], in folder: FilePath) -> [FilePath] {
    var taken: Set<FilePath> = []
    /// The next number to try for a repeated name, so that many items with one name take only linear time.
    var nextNumbers: [FilePath: Int] = [:]
    let registry = context.types.registry
    return sources.map { source in
      let parent = folder.appending(source.folders)
      let wantedName = FileNaming.name(
        suggested: source.stem, sourceName: source.stem == nil ? source.input.path?.lastComponent : nil,
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
  private func pictureFolders(of sources: [Source]) -> [[FileName]] {
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
    of source: Source, at path: FilePath?, keeping pictures: KeptPictures?, _ coders: inout AvailableCoders
  ) -> DocumentOutcome.Result {
    do {
      try context.checkCancellation()
      guard let (place, bundle) = source.item else {
        let contents = try ConversionSource(
          source.input, from: conversion.from, place: nil, in: context)
        return try result(of: source, contents, at: path, keeping: pictures, &coders)
      }
      return try bundle.forItem { bundle in
        try result(
          of: source, ConversionSource(bundle, at: place, in: context), at: path, keeping: pictures, &coders)
      }
    } catch {
      return .failed(error)
    }
  }

  private func result(
    of source: Source, _ contents: ConversionSource, at path: FilePath?, keeping pictures: KeptPictures?,
    _ coders: inout AvailableCoders
  ) throws -> DocumentOutcome.Result {
    let plan: ConversionPlan
    do {
      plan = try coders.plan(from: contents.candidates, to: wanted.identifier, by: wanted.writerName)
    } catch let error as ConversionError {
      if source.isFound { return .skipped(reason: error.message) }
      throw contents.refusal(error, in: context)
    }
    try conversion.options.images.refuseUnused(in: plan)
    try conversion.pictures?.refuseUnused(in: plan, isOneOfMany: true)
    let destination = try path.map {
      try DocumentDestination($0, isOneOfMany: true, replacing: conversion.replaces)
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

/// The results of a batch, reported in the order of the sources.
///
/// Each result is reported as soon as all earlier results are known.
private struct Board: Sendable {
  private let count: Int
  private let context: ActionContext
  private let report: @Sendable (DocumentOutcome) throws -> Void
  private var waiting: [Int: DocumentOutcome] = [:]
  private var nextNumber = 0
  private var sums = DocumentConversion.Totals()
  /// The total size of the converted documents, in bytes.
  private var byteCount: UInt64 = 0
  /// The first error that the report function threw; nil if there is none.
  private var reportError: (any Error)?

  init(
    count: Int, folder: FilePath?, context: ActionContext,
    report: @escaping @Sendable (DocumentOutcome) throws -> Void
  ) {
    self.count = count
    self.context = context
    self.report = report
    sums.folder = folder
    context.progress(.things(0, of: count, byteCount: 0))
  }

  /// Whether no further sources are to be converted.
  var isStopped: Bool { reportError != nil || context.isCancelled }

  mutating func add(_ outcome: DocumentOutcome, at number: Int) {
    waiting[number] = outcome
    while let ready = waiting.removeValue(forKey: nextNumber) {
      count(ready.result)
      do { try report(ready) } catch { reportError = reportError ?? error }
      nextNumber += 1
    }
    context.progress(.things(nextNumber, of: count, byteCount: byteCount))
  }

  private mutating func count(_ result: DocumentOutcome.Result) {
    switch result {
    case .converted(let document):
      sums.convertedCount += 1
      byteCount += UInt64(document.byteCount ?? 0)
    case .skipped: sums.skippedCount += 1
    case .failed(let error):
      if (error as? any DescribedError)?.kind == .negative {
        sums.refusedCount += 1
      } else {
        sums.failedCount += 1
      }
    }
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
