import ByteTools
public import Foundation
import ProfferFileSystem
import UniformTypes

extension ItemProvider {
  /// Returns a provider of one transferable value.
  package static func registering(_ value: some Transferable) -> ItemProvider {
    let provider = ItemProvider()
    provider.register(value)
    return provider
  }

  /// Registers a value under the types that the value can be exported as, in the order of its
  /// representations.
  ///
  /// The value is created when it is first needed: during this call if a representation has a condition or
  /// a suggested file name, otherwise during the first load. The value's representations determine the
  /// visibility, the suggested name and whether receivers may open a file in place.
  ///
  /// - Parameter transferable: the value; evaluated when it is first needed, and more than once only if
  ///   several threads need it at the same time.
  public func register<Value: Transferable>(_ transferable: @autoclosure @escaping @Sendable () -> Value) {
    let value = LazyValue(transferable)
    state.withLock { state in
      for diagnostic in Value.transferDiagnostics where !state.transferDiagnostics.contains(diagnostic) {
        state.transferDiagnostics.append(diagnostic)
      }
    }
    for export in Value.transferSteps.compactMap(\.export) {
      if let condition = export.condition, !condition(value.value) { continue }
      keep(export.type)
      register(.transfer(export, of: value))
    }
    if suggestedName == nil,
      Value.transferSteps.contains(where: { $0.export?.suggestedFileName != nil })
    {
      suggestedName = value.value.suggestedFilename
    }
  }

  /// Loads a value of a transferable type.
  ///
  /// The type's importing representations are tried in order. The first that a registered type satisfies is
  /// used.
  ///
  /// - Parameters:
  ///   - transferableType: the type of the value.
  ///   - completionHandler: called once, with the value or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  public func loadTransferable<Value: Transferable>(
    type transferableType: Value.Type,
    completionHandler: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Progress {
    let imports = Value.transferSteps.compactMap(\.importing)
    let offered = registeredTypeIdentifiers
    let registry = typeRegistry
    let (load, progress) = Load.begin(registry: registry, completionHandler)
    guard
      let place = fidelityOrder(registry: registry).winner(
        among: offered, accepting: imports.map(\.type.identifier))
    else {
      let wanted = imports.map(\.type.identifier).joined(separator: " or ")
      load.finish(.failure(ItemProviderError.noRepresentation(of: wanted, among: offered)))
      return progress
    }
    let registered = offered[place.index]
    let contentType = type(registered, in: registry)
    let reading = TransferReading()
    // The load starts before this method returns, because the provider of a drop session rejects loads that
    // start later.
    switch imports[place.acceptedIndex].reading {
    case .data(let read):
      reading.load = loadDataRepresentation(forTypeIdentifier: registered) { data, error in
        let data = Result(data, error, orEmptyAnswerFor: registered)
        reading.start { load.finish(await Result { () async throws in try await read(data.get()) }) }
      }
    case .file(let attemptsInPlace, let read):
      reading.load = loadFile(forTypeIdentifier: registered, openInPlace: attemptsInPlace) { result in
        reading.start {
          load.finish(
            await Result { () async throws in
              let file = try result.get()
              defer { file.release() }
              return try await read(
                ReceivedTransferredFile(
                  file: file.url, isOriginalFile: file.isInPlace, contentType: contentType))
            })
        }
      }
    }
    let source = Progress.discreteProgress(totalUnitCount: 1)
    source.cancellationHandler = { reading.cancel() }
    progress.follow(source)
    return progress
  }

  /// Loads a value of a transferable type.
  ///
  /// The type's importing representations are tried in order. The first that a registered type satisfies is
  /// used.
  ///
  /// - Parameter transferableType: the type of the value.
  /// - Returns: the value.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadTransferable<Value: Transferable>(type transferableType: Value.Type) async throws -> Value {
    try await Awaited.value { self.loadTransferable(type: transferableType, completionHandler: $0) }
  }
}

/// An import in two steps, which are cancelled together: loading the contents, and then reading the
/// contents in a task.
private final class TransferReading: Sendable {
  private struct State {
    var load: Progress?
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Locked(State())

  /// The load of the contents.
  var load: Progress? {
    get { state.withLock { $0.load } }
    set {
      let isCancelled = state.withLock { state in
        state.load = newValue
        return state.isCancelled
      }
      if isCancelled { newValue?.cancel() }
    }
  }

  /// Starts a task that reads the contents.
  func start(_ read: @escaping @Sendable () async -> Void) {
    let task = Task { await read() }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let (load, task) = state.withLock { state in
      state.isCancelled = true
      return (state.load, state.task)
    }
    load?.cancel()
    task?.cancel()
  }
}

extension Result where Failure == any Error {
  /// Creates a result with the value that an asynchronous function returns, or the error that it throws.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension Representation {
  /// Returns a representation for one exporting step of a transferable value.
  fileprivate static func transfer<Value: Transferable>(
    _ export: TransferStep<Value>.Export, of value: LazyValue<Value>
  ) -> Representation {
    Representation(
      typeIdentifier: export.type.identifier, kind: export.isFile ? .file : .data,
      visibility: export.visibility,
      allowsOpenInPlace: export.allowsOpenInPlace
    ) { _, answer in
      let task = Task {
        do {
          switch try await export.run(value.value) {
          case .data(let data): answer(.success(.contents(.data(data))))
          case .file(let sent):
            let path = try FilePath(fileURL: sent.file)
            answer(.success(.contents(.file(path, isInPlace: sent.allowAccessingOriginalFile))))
          }
        } catch { answer(.failure(error)) }
      }
      let progress = Progress.discreteProgress(totalUnitCount: 1)
      progress.cancellationHandler = { task.cancel() }
      return progress
    }
  }
}
