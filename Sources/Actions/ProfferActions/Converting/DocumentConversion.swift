import ByteTools
package import ProfferConversions
public import ProfferFileSystem
public import StandardCoders
import TypeDiscovery
public import UniformTypes

/// The same content in another type: a file, an item of a bundle or a stream, or many of them.
///
/// The plan that loses least is used. A bundle means its items, and with ``isRecursive`` a folder means the files below it;
/// results of several inputs need a folder, or stay in memory without ``output``. One input that fails ends the action;
/// of several, the others are still converted, and the outcome says what became of each.
///
/// If the action throws or is cancelled, each result is on disk whole or not at all; those that were finished stay.
public struct DocumentConversion: Action {
  /// Everything that is known after a conversion.
  public struct Outcome: Sendable {
    /// What became of each input, in their order.
    public internal(set) var documents: [DocumentOutcome] = []
    /// How many there were.
    public internal(set) var totals = Totals()
  }

  /// How many inputs were converted, and how many were not.
  public struct Totals: Sendable, Equatable {
    /// The inputs that were converted.
    public internal(set) var convertedCount = 0
    /// The files found in folders for which there is no conversion.
    public internal(set) var skippedCount = 0
    /// The inputs for which the answer is no: there is no conversion, or a strict one was refused.
    public internal(set) var refusedCount = 0
    /// The inputs that could not be converted for another reason.
    public internal(set) var failedCount = 0
    /// The folder that the results are in; nil for a document with a place of its own.
    public internal(set) var folder: FilePath?

    /// All inputs.
    public var count: Int { convertedCount + skippedCount + refusedCount + failedCount }
  }

  /// The inputs: files, bundles, folders or a stream.
  public var inputs: [ActionInput]
  /// The type of the inputs, which a stream needs; nil finds it by their names and contents.
  public var from: TypeReference?
  /// The type to convert to; nil takes that of the name of ``output``.
  public var to: TypeReference?
  /// The item or representation of a bundle that is converted; nil converts the only one, or all.
  public var place: BundlePlace?
  /// Where results are written; nil keeps them in memory.
  public var output: ActionOutput?
  /// Whether existing files are replaced.
  public var replaces = false
  /// Whether the files below folders are converted, except hidden ones.
  public var isRecursive = false
  /// How many inputs are converted at the same time; nil is one for each processor.
  public var jobCount: Int?
  /// Whether a conversion that loses anything is refused.
  public var isStrict = false
  /// Whether text with marks, such as Markdown, becomes the text that it shows.
  public var isRendered = false
  /// Options of the coders.
  public var options = CoderOptions()
  /// Whether the outcome of one input has the encoding of its text.
  public var detectsEncoding = false

  /// A conversion of inputs to a type, or to that of the output's name.
  ///
  /// - Parameters:
  ///   - inputs: files, bundles, folders or a stream.
  ///   - type: the type to convert to; nil takes that of the output's name.
  ///   - output: where results are written; nil keeps them in memory.
  public init(of inputs: [ActionInput], to type: TypeReference? = nil, output: ActionOutput? = nil) {
    self.inputs = inputs
    to = type
    self.output = output
  }

  /// A conversion of files to a type.
  ///
  /// - Parameters:
  ///   - paths: files, bundles or folders.
  ///   - type: the type to convert to.
  ///   - output: where results are written; nil keeps them in memory.
  public init(of paths: [FilePath], to type: UTType, output: ActionOutput? = nil) {
    self.init(of: paths.map { ActionInput($0) }, to: TypeReference(type), output: output)
  }

  /// Converts all inputs.
  ///
  /// - Throws: the error of an only input. Those of several are in the outcome.
  public func run(in context: ActionContext) throws -> Outcome {
    let documents = Locked<[DocumentOutcome]>([])
    let totals = try run(in: context) { document in documents.withLock { $0.append(document) } }
    return Outcome(documents: documents.withLock { $0 }, totals: totals)
  }

  /// Converts all inputs, and reports each in their order as soon as it and those before it are done.
  ///
  /// - Parameters:
  ///   - context: what the action needs besides its inputs.
  ///   - report: called on any thread, by one at a time; an error that it throws ends the action.
  /// - Returns: how many there were.
  /// - Throws: the error of an only input, of `report`, or of the folder of the results.
  public func run(
    in context: ActionContext, each report: @escaping @Sendable (DocumentOutcome) throws -> Void
  ) throws -> Totals {
    let wanted = try wantedType(in: context)
    if case .some(let folder) = try outputFolder(for: wanted.type, in: context) {
      return try ConversionBatch(self, to: wanted, into: folder, in: context).run(report)
    }
    guard inputs.count == 1, !isRecursive, jobCount == nil else {
      throw ActionError.usage("several inputs need a folder for the results", code: .needsFolder)
    }
    let document = try convert(inputs[0], to: wanted, in: context)
    try report(
      DocumentOutcome(
        source: document.source, sourcePath: inputs[0].path, folder: nil, result: .converted(document)))
    return Totals(convertedCount: 1)
  }

  // MARK: What is wanted

  /// The type that is wanted: the named one, or that of the output's name.
  package func wantedType(in context: ActionContext) throws -> WantedType {
    if let to { return try WantedType(to, in: context) }
    guard case .path(let path)? = output, let name = path.lastComponent, !path.hasTrailingSlash else {
      throw ActionError.usage("the type to convert to is missing", code: .needsWantedType)
    }
    let type = try context.types.answer { registry -> UTType? in
      let type = TypeDetector(registry: registry).detect(name: name, prefix: nil).nameType
      return type.flatMap { $0.isDynamic ? nil : $0 }
    }
    guard let type else {
      throw ActionError.usage("the name \(name) does not show a type", code: .needsWantedType)
    }
    return WantedType(type)
  }

  /// The place of the results of a batch: a folder, or nil within it for memory; nil for a conversion of one input.
  private func outputFolder(for wanted: UTType, in context: ActionContext) throws -> FilePath?? {
    switch output {
    case .folder(let folder): return .some(folder)
    case .path(let path):
      if path.hasTrailingSlash { return .some(path) }
      // The name of an existing folder can also be that of a result which is a folder itself.
      let isResult = inputs.count == 1 && context.types.registry.conforms(wanted, to: .directory)
      return try !isResult && FileStatus.ifPresent(path)?.kind == .folder ? .some(path) : nil
    case .stream: return nil
    case nil: return inputs.count == 1 && !isRecursive ? nil : .some(nil)
    }
  }

  // MARK: One input

  private func convert(
    _ input: ActionInput, to wanted: WantedType, in context: ActionContext
  ) throws -> ConvertedDocument {
    let source = try ConversionSource(input, from: from, place: place, in: context)
    let plan = try plan(for: source, to: wanted, in: context)
    let destination: DocumentDestination? =
      switch output {
      case .path(let path): try DocumentDestination(path, replacing: replaces)
      case .stream(let stream): DocumentDestination(stream)
      case .folder, nil: nil
      }
    return try source.convert(
      by: plan, to: destination, ConversionManner(isStrict: isStrict, detectsEncoding: detectsEncoding),
      in: context)
  }

  /// The plan of an only input, whose options must all be of use.
  package func plan(
    for source: ConversionSource, to wanted: WantedType, in context: ActionContext
  ) throws -> ConversionPlan {
    var coders = AvailableCoders(in: context, readsMarksAsText: !isRendered, options: options)
    let plan: ConversionPlan
    do {
      plan = try coders.plan(from: source.candidates, to: wanted.identifier, by: wanted.writerName)
    } catch let error as ConversionError {
      var refusal = ActionError.negative(error.message, code: .noConversion)
      refusal.details = MissingConversion(candidates: source.candidates, wanted: wanted.identifier)
      throw refusal
    }
    try options.refuseUnused(in: plan)
    return plan
  }
}

/// What is known of an input that cannot be converted to the wanted type.
package struct MissingConversion: Sendable {
  /// The types of the input, best first.
  package let candidates: [String]
  /// The type that is wanted.
  package let wanted: String
}
