import ByteTools
import DescribedErrors
import Foundation
import ItemProviders
import JSONText
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import TypeDiscovery
import UniformTypes

/// Many conversions to one type, each to a file of its own below one folder.
///
/// The names of the results are chosen before the first conversion, in the order of the sources, so that they do not depend
/// on which one is finished first. Results are reported in that order too.
struct ConversionBatch: Sendable {
  /// One of the things that are converted.
  struct Source: Sendable {
    let path: FilePath
    /// The item and its bundle; nil if the path is not a bundle.
    let item: (place: PlaceArgument, bundle: BatchBundle)?
    /// What the result is called before its extension.
    let stem: String?
    /// The folders below the output folder.
    let folders: [FileName]
    /// Whether it was found in a folder, and not named on the command line.
    let isFound: Bool

    /// What messages call it.
    var name: String { item.map { "item \($0.place) of \(path)" } ?? path.description }
  }

  /// What became of a source.
  fileprivate enum Outcome: Sendable {
    case written(FilePath, StepReport, byteCount: Int)
    /// The source was found in a folder, and cannot be converted.
    case skipped(reason: String)
    case failed(any Error)
  }

  let wanted: WantedType
  let from: TypeArgument?
  let receiver: ReceiverIdentity
  let folder: FilePath
  let replaces: Bool
  let isStrict: Bool
  let isRendered: Bool
  let options: CoderOptions
  let context: ActionContext

  // MARK: Sources

  /// The sources that the inputs of a command line are: files, all items of bundles, and files below folders.
  static func sources(
    _ inputs: [PathArgument], from: TypeArgument?, place: PlaceArgument?, receiver: ReceiverIdentity,
    recursive: Bool, context: ActionContext
  ) throws -> [Source] {
    let declared = try from?.resolved(in: context)
    var sources: [Source] = []
    for input in inputs {
      guard case .path(let path) = input else {
        throw ActionError.usage("standard input cannot be converted into a folder; use -o FILE")
      }
      guard try declared != nil || FileStatus.ifPresent(path) != nil else {
        // It fails when it is converted, like any other that cannot be read.
        sources.append(Source(path: path, item: nil, stem: stem(of: path), folders: [], isFound: false))
        continue
      }
      let type = try declared ?? context.types.detect(path).type
      if type == .dragBundle {
        sources += try items(of: path, at: place, in: [], isFound: false, receiver, context)
      } else if try FileStatus.of(path).kind == .folder, !context.types.registry.conforms(type, to: .package)
      {
        guard recursive else {
          throw ActionError.failure("\(path) is a folder; add -r to convert the files in it")
        }
        sources += try found(below: path, receiver, context)
      } else {
        sources.append(
          Source(path: path, item: nil, stem: stem(of: path), folders: [], isFound: false))
      }
    }
    return sources
  }

  private static func items(
    of path: FilePath, at place: PlaceArgument?, in folders: [FileName], isFound: Bool,
    _ receiver: ReceiverIdentity, _ context: ActionContext
  ) throws -> [Source] {
    let bundle = try ProviderBundle(opening: path)
    try context.types.include(typesOf: bundle)
    let items = try bundle.items(numbered: place?.item)
    do {
      try bundle.checkExpansion(ofLargestIn: items.lazy.map(\.item), to: receiver)
    } catch {
      throw ActionError.failure(
        "\(error.message); convert its items one by one with --item N, or unpack it with a higher --max-size",
        cause: error)
    }
    let shared = BatchBundle(at: path, itemCount: items.count)
    return items.map { number, item in
      Source(
        path: path, item: (place ?? PlaceArgument(item: number, representation: nil), shared),
        stem: item.stem(showing: bundle.visible(in: item, to: .other).map(\.representation))
          ?? "item \(number)",
        folders: folders, isFound: isFound)
    }
  }

  /// The files below a folder, the folders that are one document, such as `Notes.rtfd`, and the items of bundles; hidden
  /// ones are left out.
  private static func found(
    below folder: FilePath, _ receiver: ReceiverIdentity, _ context: ActionContext
  ) throws -> [Source] {
    let files = try FileList(below: folder)
    var documents: Set<FilePath> = []
    var sources: [Source] = []
    for number in 0..<files.count {
      let names = files.path(at: number).bytes.dropFirst(folder.bytes.count)
        .split(separator: UInt8(ascii: "/")).compactMap { FileName(bytes: Array($0)) }
      // The outermost folder that is a document, or else the file.
      let end = names.dropLast().firstIndex { isDocument($0, in: context.types.registry) } ?? names.count - 1
      let path = folder.appending(Array(names[...end]))
      guard documents.insert(path).inserted, !names[...end].contains(where: { $0.bytes.first == 0x2E }) else {
        continue
      }
      let folders = Array(names[..<end])
      if type(of: names[end], conformingTo: nil, in: context.types.registry) == .dragBundle {
        do {
          sources += try items(of: path, at: nil, in: folders, isFound: true, receiver, context)
          continue
        } catch {
          // It fails when it is converted, like any other that cannot be read.
        }
      }
      sources.append(Source(path: path, item: nil, stem: stem(of: path), folders: folders, isFound: true))
    }
    return sources
  }

  /// Whether a folder of a name is one document.
  private static func isDocument(_ name: FileName, in registry: TypeRegistry) -> Bool {
    type(of: name, conformingTo: .package, in: registry) != nil
      || type(of: name, conformingTo: nil, in: registry) == .dragBundle
  }

  /// The declared type of a name's extension.
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

  /// The name of a file without its extension; nil where it is not UTF-8.
  private static func stem(of path: FilePath) -> String? {
    guard let name = path.lastComponent?.string else { return nil }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  // MARK: Running

  /// Converts all sources, reports each, and then how many there were.
  func run(_ sources: [Source], jobCount: Int?, asJSON: Bool) throws -> ExitStatus {
    let places = destinations(of: sources)
    try Folder.createWithParents(folder)
    for parent in Set(places.map(\.parent)) {
      try Folder.createWithParents(parent)
      UnfinishedFiles.sweep(parent)
    }
    let count = jobCount ?? ProcessInfo.processInfo.activeProcessorCount
    let board = Locked(Board(sources: sources, asJSON: asJSON))
    let next = Locked(0)
    _ = ParallelWork.results(count: max(1, min(count, sources.count))) { _ in
      var coders = AvailableCoders(in: context, readsMarksAsText: !isRendered, options: options)
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < sources.count, !board.withLock({ $0.isStopped }) else { return }
        let outcome = outcome(of: sources[number], at: places[number], &coders)
        board.withLock { $0.add(outcome, at: number) }
      }
    }
    try OpenFolder(folder).synchronizeFileSystem()
    return try board.withLock { try $0.finish(in: folder) }
  }

  /// The path of each result; a name that is taken twice becomes `name 2`.
  private func destinations(of sources: [Source]) -> [FilePath] {
    var taken: Set<FilePath> = []
    /// The next number to try for a name that is in use, so that many items with the same name take linear time.
    var nextNumbers: [FilePath: Int] = [:]
    let registry = context.types.registry
    return sources.map { source in
      let parent = folder.appending(source.folders)
      let wantedName = FileNaming.name(
        suggested: source.stem, sourceName: source.stem == nil ? source.path.lastComponent : nil,
        typeIdentifier: wanted.identifier, registry: registry)
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

  private func outcome(of source: Source, at path: FilePath, _ coders: inout AvailableCoders) -> Outcome {
    do {
      guard let (place, bundle) = source.item else {
        let contents = try ConversionSource(
          ActionInput(source.path), from: from, place: nil, in: context)
        return try outcome(of: source, contents, at: path, &coders)
      }
      return try bundle.forItem { bundle in
        try outcome(
          of: source, ConversionSource(bundle, at: place, in: context), at: path, &coders)
      }
    } catch {
      return .failed(error)
    }
  }

  private func outcome(
    of source: Source, _ contents: ConversionSource, at path: FilePath, _ coders: inout AvailableCoders
  ) throws -> Outcome {
    let report = ConversionReport(
      source: contents.name, wanted: wanted.identifier, isStrict: isStrict, asJSON: false, context: context)
    let plan: ConversionPlan
    do {
      plan = try coders.plan(from: contents.candidates, to: wanted.identifier, by: wanted.writerName)
    } catch let error as ConversionError {
      if source.isFound { return .skipped(reason: error.message) }
      throw ActionError.negative(error.message, of: source.name, code: .noConversion)
    }
    try options.images.refuseUnused(in: plan)
    let destination = try DocumentDestination(path, isOneOfMany: true, replacing: replaces)
    let (losses, byteCount, _) = try contents.convert(by: plan, to: destination, report, context)
    return .written(path, losses, byteCount: byteCount)
  }
}

/// The outcomes of a batch, reported in the order of the sources as soon as those before them are known.
private struct Board {
  private let sources: [ConversionBatch.Source]
  private let asJSON: Bool
  private var waiting: [Int: ConversionBatch.Outcome] = [:]
  private var nextNumber = 0
  /// What was said already of what programs may drop.
  private var told: Set<String> = []
  private var results: [JSONNode] = []
  private var counts = (converted: 0, skipped: 0, refused: 0, failed: 0)
  /// The size of all results.
  private var byteCount: UInt64 = 0
  /// Why the outcomes cannot be printed.
  private var outputError: (any Error)?
  private let bar = ProgressBar("convert")

  init(sources: [ConversionBatch.Source], asJSON: Bool) {
    self.sources = sources
    self.asJSON = asJSON
    bar.advance(to: 0, of: sources.count, byteCount: 0)
  }

  /// Whether nothing further is worth converting.
  var isStopped: Bool { outputError != nil }

  mutating func add(_ outcome: ConversionBatch.Outcome, at number: Int) {
    waiting[number] = outcome
    while let ready = waiting.removeValue(forKey: nextNumber) {
      do { try report(ready, of: sources[nextNumber]) } catch { outputError = outputError ?? error }
      nextNumber += 1
    }
    bar.advance(to: nextNumber, of: sources.count, byteCount: byteCount)
  }

  private mutating func report(_ outcome: ConversionBatch.Outcome, of source: ConversionBatch.Source) throws {
    var members = [JSONMember("source", .string(source.name))]
    switch outcome {
    case .written(let path, let losses, let byteCount):
      counts.converted += 1
      self.byteCount += UInt64(byteCount)
      if !asJSON {
        for loss in losses.losses.filter({ !$0.isDeclared }).descriptions {
          Console.shared.loss("\(source.name): \(loss)")
        }
        // What a program may drop is the same for each file.
        for loss in losses.losses.filter(\.isDeclared).descriptions where told.insert(loss).inserted {
          Console.shared.loss(loss)
        }
        for warning in losses.warnings { Console.shared.note("\(source.name): \(warning)") }
        try Console.shared.tell(path.description)
      }
      members += [JSONMember("result", .string("converted"))] + JSONMember.name("path", path.bytes)
      members += [JSONMember("byteCount", .integer(byteCount))] + losses.jsonMembers
    case .skipped(let reason):
      counts.skipped += 1
      if !asJSON { Console.shared.note("skipped \(source.name): \(reason)") }
      members += [JSONMember("result", .string("skipped")), JSONMember("reason", .string(reason))]
    case .failed(let error):
      let isNegative = (error as? ActionError)?.kind == .negative
      if isNegative { counts.refused += 1 } else { counts.failed += 1 }
      let message = (error as? ActionError)?.programText ?? String(describing: error)
      Console.shared.error(message.contains(source.path.description) ? message : "\(source.name): \(message)")
      members += [
        JSONMember("result", .string("failed")), JSONMember("error", JSONEnvelope.errorNode(error)),
      ]
    }
    if asJSON { results.append(.object(members)) }
  }

  /// Reports how many there were, and gives the status of all.
  mutating func finish(in folder: FilePath) throws -> ExitStatus {
    bar.clear()
    if let outputError { throw outputError }
    let failed = counts.refused + counts.failed
    if asJSON {
      try Console.shared.print(
        JSONEnvelope.result(
          of: "convert",
          [
            JSONMember("results", .array(results)), JSONMember("converted", .integer(counts.converted)),
            JSONMember("skipped", .integer(counts.skipped)), JSONMember("failed", .integer(failed)),
          ]))
    } else if sources.count != 1 {
      var summary = "\(counts.converted) of \(sources.count) converted into \(folder)"
      if counts.skipped > 0 { summary += ", \(counts.skipped) skipped" }
      if failed > 0 { summary += ", \(failed) failed" }
      Console.shared.note(summary)
    }
    if counts.failed > 0 { return .failure }
    return failed > 0 || counts.converted == 0 ? .negative : .done
  }
}
