import ByteTools
import FileSystem
public import Foundation
import UniformTypes

extension ItemProvider {
  /// Registers a value under the types that it can be exported as, in their order.
  ///
  /// The value is made when it is first needed: by this call where a representation has a condition or a file name,
  /// otherwise by the first load. Its representations set the visibility, the suggested name and whether it may be opened
  /// in place.
  public func register<Value: Transferable>(_ transferable: @autoclosure @escaping @Sendable () -> Value) {
    let value = MadeOnce(transferable)
    state.withLock { state in
      for diagnostic in Value.transferDiagnostics where !state.transferDiagnostics.contains(diagnostic) {
        state.transferDiagnostics.append(diagnostic)
      }
    }
    for export in Value.transferSteps.compactMap(\.export) {
      if let condition = export.condition, !condition(value.value) { continue }
      register(.transfer(export, of: value))
    }
    if suggestedName == nil,
      Value.transferSteps.contains(where: { $0.export?.suggestedFileName != nil })
    {
      suggestedName = value.value.suggestedFilename
    }
  }

  /// Loads a value by its first importing representation, in the type's order, that a registered type satisfies.
  @discardableResult
  public func loadTransferable<Value: Transferable>(
    type transferableType: Value.Type,
    completionHandler: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Progress {
    let imports = Value.transferSteps.compactMap(\.importing)
    let offered = registeredTypeIdentifiers
    let (load, progress) = Load.begin(completionHandler)
    guard let place = fidelityOrder().winner(among: offered, accepting: imports.map(\.type.identifier)) else {
      let wanted = imports.map(\.type.identifier).joined(separator: " or ")
      load.finish(.failure(ItemProviderError.noRepresentation(of: wanted, among: offered)))
      return progress
    }
    let registered = offered[place.index]
    let step = imports[place.acceptedIndex]
    let task = Task { () -> Value in
      switch step.reading {
      case .data(let read): return try await read(self.loadDataRepresentation(forTypeIdentifier: registered))
      case .file(let attemptsInPlace, let read):
        let file = try await self.loadFileRepresentation(
          forTypeIdentifier: registered, openInPlace: attemptsInPlace)
        defer { file.release() }
        return try await read(
          ReceivedTransferredFile(
            file: file.url, isOriginalFile: file.isInPlace, contentType: UTType(registered)))
      }
    }
    let source = Progress.discreteProgress(totalUnitCount: 1)
    source.cancellationHandler = { task.cancel() }
    progress.follow(source)
    Task { load.finish(await task.result) }
    return progress
  }

  /// Loads a value by its first importing representation that a registered type satisfies.
  public func loadTransferable<Value: Transferable>(type transferableType: Value.Type) async throws -> Value {
    try await Awaited.value { self.loadTransferable(type: transferableType, completionHandler: $0) }
  }
}

/// A value made on first use and kept.
private final class MadeOnce<Value: Sendable>: Sendable {
  private let made: Locked<Value?> = Locked(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    if let value = made.withLock({ $0 }) { return value }
    // Made outside the lock, because the closure is the caller's code; of two made at once the first is kept.
    let candidate = make()
    return made.withLock { made in
      let value = made ?? candidate
      made = value
      return value
    }
  }
}

extension Representation {
  /// One exporting step of a transferable value.
  fileprivate static func transfer<Value: Transferable>(
    _ export: TransferStep<Value>.Export, of value: MadeOnce<Value>
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
