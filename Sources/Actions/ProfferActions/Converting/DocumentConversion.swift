import ByteTools
package import ProfferConversions
public import ProfferFileSystem
public import StandardCoders
import TypeDiscovery
public import UniformTypes

/// An action that converts files, items of a bundle or a stream to another type.
///
/// The action uses the plan that loses the least. For a bundle, the action converts the items. If
/// ``isRecursive`` is true, the action converts the files below a folder. The results of several inputs are
/// written to a folder, or kept in memory if ``output`` is nil. If the conversion of a single input fails,
/// the action throws. If the conversion of one of several inputs fails, the other inputs are still converted,
/// and the outcome contains the result for each input.
///
/// The output folder is never an input. A file or folder is written only when its result is complete. If the
/// action throws or is cancelled, finished results are kept.
public struct DocumentConversion: Action {
  /// The results of a conversion.
  public struct Outcome: Sendable {
    /// The result of each input, in order.
    public internal(set) var documents: [DocumentOutcome] = []
    /// The number of inputs for each kind of result.
    public internal(set) var totals = Totals()
  }

  /// The inputs: files, bundles, folders or a stream.
  public var inputs: [ActionInput]
  /// A list of further input files; nil if there is none.
  ///
  /// The results of listed files are written to a folder, and keep the folders of the listed paths in it: the
  /// result of `a/b.md` is in the subfolder `a`. A name that is listed twice is converted once.
  public var list: InputList?
  /// The type of the inputs; if nil, the type is detected from the name and contents.
  public var from: TypeReference?
  /// The wanted type; if nil, the extension of ``output`` determines the type.
  public var to: TypeReference?
  /// The item or representation to convert, if the input is a bundle.
  ///
  /// If nil, all items are converted. If only one result is possible, the bundle must have a single item.
  public var place: PlaceReference?
  /// The destination of the results; if nil, the results are kept in memory.
  public var output: ActionOutput?
  /// Whether to overwrite existing files.
  public var replaces = false
  /// Whether to leave out the inputs whose results exist already.
  ///
  /// If several processes convert the same inputs to one folder, each result is written by one of them.
  public var skipsExisting = false
  /// Whether to convert without writing files, to find the losses and the paths of the results.
  public var isDryRun = false
  /// Whether to report each result of a batch when it is done, rather than in the order of the inputs.
  public var reportsWhenDone = false
  /// Where to keep the pictures of documents that become Markdown; if nil, embedded pictures are lost.
  public var pictures: PicturePlacement?
  /// Whether to convert the files below folders.
  ///
  /// Hidden files are left out.
  public var isRecursive = false
  /// The number of inputs to convert at the same time; if nil, the number of processors.
  public var jobCount: Int?
  /// Whether to reject a conversion that loses or may lose information, or that would guess between encodings
  /// that give different texts.
  public var isStrict = false
  /// Whether to render markup in text, such as Markdown, instead of preserving its characters.
  public var isRendered = false
  /// Whether each sheet of a spreadsheet is converted to a document of its own, which is named after the
  /// document and the sheet.
  ///
  /// The results are written to a folder, or kept in memory if ``output`` is nil.
  public var separatesSheets = false
  /// Whether each page of a PDF is converted to a document of its own, which is named after the document and the
  /// number of the page.
  ///
  /// The results are written to a folder, or kept in memory if ``output`` is nil.
  public var separatesPages = false
  /// The options of the coders.
  public var options = CoderOptions()
  /// The external program that each conversion must use, such as `pandoc` or `libreoffice`; if nil, the
  /// conversion that loses the least is used.
  public var program: String?
  /// Whether to detect the encoding of the input, if there is a single input and it is text.
  ///
  /// The outcome contains the encoding.
  public var detectsEncoding = false

  /// Creates a conversion of inputs.
  ///
  /// - Parameters:
  ///   - inputs: files, bundles, folders or a stream.
  ///   - type: the wanted type; if nil, the extension of the output determines the type.
  ///   - output: the destination of the results; if nil, the results are kept in memory.
  public init(of inputs: [ActionInput], to type: TypeReference? = nil, output: ActionOutput? = nil) {
    self.inputs = inputs
    to = type
    self.output = output
  }

  /// Creates a conversion of files to a type.
  ///
  /// - Parameters:
  ///   - paths: files, bundles or folders.
  ///   - type: the wanted type.
  ///   - output: the destination of the results; if nil, the results are kept in memory.
  public init(of paths: [FilePath], to type: UTType, output: ActionOutput? = nil) {
    self.init(of: paths.map { ActionInput($0) }, to: TypeReference(type), output: output)
  }

  /// Converts all inputs.
  ///
  /// - Throws: the error of the conversion if there is a single input. For several inputs, the errors are in
  ///   the outcome.
  public func run(in context: ActionContext) throws -> Outcome {
    let documents = Locked<[DocumentOutcome]>([])
    let totals = try run(in: context) { document in documents.withLock { $0.append(document) } }
    return Outcome(documents: documents.withLock { $0 }, totals: totals)
  }

  /// Converts all inputs and reports the results in the order of the inputs.
  ///
  /// Each result is reported as soon as all earlier results have been reported.
  ///
  /// - Parameters:
  ///   - context: the types, folders and callbacks that the action uses.
  ///   - report: called with each result on any thread, but never concurrently; if it throws, the action
  ///     ends.
  /// - Returns: the number of inputs for each kind of result.
  /// - Throws: the error of a single input, of `report`, or of the output folder.
  public func run(
    in context: ActionContext, each report: @escaping @Sendable (DocumentOutcome) throws -> Void
  ) throws -> Totals {
    let wanted = try wantedType(in: context)
    if case .some(let folder) = try outputFolder(for: wanted.type, in: context) {
      return try ConversionBatch(self, to: wanted, into: folder, in: context).run(report)
    }
    guard inputs.count == 1, list == nil, !isRecursive, jobCount == nil, !separatesParts else {
      let what =
        separatesSheets
        ? "converting all sheets needs"
        : separatesPages ? "converting all pages needs" : "several inputs need"
      throw ActionError.usage("\(what) a folder for the results", code: .needsFolder)
    }
    let outcome = try outcome(of: inputs[0], to: wanted, in: context)
    try report(outcome)
    var totals = Totals()
    totals.count(outcome.result)
    return totals
  }

  /// Whether each part of a document is converted to a document of its own.
  private var separatesParts: Bool { separatesSheets || separatesPages }

  // MARK: Type and output

  /// Returns the wanted type: ``to``, or the type that the extension of the output determines.
  package func wantedType(in context: ActionContext) throws -> WantedType {
    if let to { return try WantedType(to, in: context) }
    guard case .path(let path)? = output, let name = path.lastComponent, !path.hasTrailingSlash else {
      throw ActionError.usage("the type to convert to is missing", code: .needsWantedType)
    }
    guard let wanted = try WantedType(of: name, in: context) else {
      throw ActionError.usage("the name \(name) has no known extension", code: .needsWantedType)
    }
    return wanted
  }

  /// Returns the output folder of a batch; nil if a single input is converted to its own destination.
  ///
  /// The inner optional is nil if the results of a batch are kept in memory.
  private func outputFolder(for wanted: UTType, in context: ActionContext) throws -> FilePath?? {
    switch output {
    case .folder(let folder): return .some(folder)
    case .path(let path):
      if path.hasTrailingSlash { return .some(path) }
      // If the result is a folder, an existing folder at the path is the folder to replace, not the parent of
      // the result.
      let isResult =
        inputs.count == 1 && list == nil && context.types.registry.conforms(wanted, to: .directory)
      return try !isResult && FileStatus.ifPresent(path)?.kind == .folder ? .some(path) : nil
    case .stream: return nil
    case nil: return inputs.count == 1 && list == nil && !isRecursive && !separatesParts ? nil : .some(nil)
    }
  }

  // MARK: One input

  private func outcome(
    of input: ActionInput, to wanted: WantedType, in context: ActionContext
  ) throws -> DocumentOutcome {
    func outcome(_ source: String, _ result: DocumentOutcome.Result) -> DocumentOutcome {
      DocumentOutcome(source: source, sourcePath: input.path, folder: nil, result: result)
    }
    var path: FilePath?
    if case .path(let output)? = output { path = output }
    if let path, try skips(path) { return outcome(input.description, .existing(path)) }
    do {
      let document = try convert(input, to: wanted, in: context)
      return outcome(document.source, .converted(document))
    } catch {
      guard let path, skipsAfter(error) else { throw error }
      return outcome(input.description, .existing(path))
    }
  }

  private func convert(
    _ input: ActionInput, to wanted: WantedType, in context: ActionContext
  ) throws -> ConvertedDocument {
    let source = try ConversionSource(input.readable, from: from, place: place, in: context)
    let plan = try plan(for: source, to: wanted, in: context)
    let destination: DocumentDestination? =
      switch output {
      case .path(let path): try DocumentDestination(path, isDryRun: isDryRun, replacing: replaces)
      case .stream(_) where isDryRun: DocumentDestination { _ in }
      case .stream(let stream): DocumentDestination(stream)
      case .folder, nil: nil
      }
    let kept = keptPictures(referredFrom: destination?.path, context)
    return try source.convert(
      by: plan, to: destination,
      ConversionManner(isStrict: isStrict, detectsEncoding: detectsEncoding, pictures: kept), in: context)
  }

  /// Returns the plan for a single input; throws if an option has no effect on the plan.
  package func plan(
    for source: ConversionSource, to wanted: WantedType, in context: ActionContext
  ) throws -> ConversionPlan {
    var coders = AvailableCoders(
      in: context, readsMarksAsText: !isRendered, options: options, program: program)
    let plan: ConversionPlan
    do {
      plan = try coders.plan(from: source.candidates, to: wanted.identifier, by: wanted.writerName)
    } catch let error as ConversionError {
      var refusal = source.refusal(error, in: context)
      refusal.details = MissingConversion(candidates: source.candidates, wanted: wanted.identifier)
      throw refusal
    }
    try options.refuseUnused(in: plan)
    try pictures?.refuseUnused(in: plan)
    return plan
  }
}

extension DocumentConversion {
  /// Returns where a document keeps its pictures; nil if they are lost in formats without pictures.
  ///
  /// - Parameters:
  ///   - names: the folders in the folder of pictures that belong to this document alone.
  ///   - destination: the path of the result; nil if it is not a file.
  func keptPictures(
    in names: [FileName] = [], referredFrom destination: FilePath?, _ context: ActionContext
  ) -> KeptPictures? {
    pictures.map { placement in
      // Without writing files, the conversion finds the losses of one that keeps the pictures.
      KeptPictures(
        isDryRun ? .inline : placement, in: names, referredFrom: destination ?? context.unnamedResult,
        replacing: replaces, types: context.types.registry)
    }
  }

  /// Returns whether the result at a path is left out because it exists.
  func skips(_ path: FilePath) throws -> Bool {
    try skipsExisting && FileStatus.ifPresent(path, followingLinks: false) != nil
  }

  /// Returns whether an error means that another process wrote the result in the meantime.
  func skipsAfter(_ error: any Error) -> Bool {
    skipsExisting && (error as? ActionError)?.code == .alreadyExists
  }
}

/// A missing conversion: the types of the input, and the wanted type.
package struct MissingConversion: Sendable {
  /// The types of the input, best first.
  package let candidates: [String]
  /// The wanted type.
  package let wanted: String
}
