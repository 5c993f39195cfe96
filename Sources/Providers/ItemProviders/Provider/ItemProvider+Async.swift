public import Foundation
public import UniformTypes

/// The loaders as `async` methods.
///
/// Cancelling the task cancels the load, and the method then throws `CancellationError`.
extension ItemProvider {
  /// Loads bytes.
  ///
  /// - Parameter typeIdentifier: the requested type.
  /// - Returns: the bytes of the representation that is chosen for the type.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadDataRepresentation(forTypeIdentifier typeIdentifier: String) async throws -> Data {
    try await Awaited.value { completion in
      loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
        completion(Result(data, error, orEmptyAnswerFor: typeIdentifier))
      }
    }
  }

  /// Loads bytes with options.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - options: the options for loading the bytes.
  /// - Returns: the bytes of the representation that is chosen for the type.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, options: ItemProviderDataOptions
  ) async throws -> Data {
    try await Awaited.value { completion in
      loadDataRepresentation(forTypeIdentifier: typeIdentifier, options: options) { data, error in
        completion(Result(data, error, orEmptyAnswerFor: typeIdentifier))
      }
    }
  }

  /// Loads bytes.
  ///
  /// - Parameter contentType: the requested type.
  /// - Returns: the bytes of the representation that is chosen for the type.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadDataRepresentation(for contentType: UTType) async throws -> Data {
    try await loadDataRepresentation(forTypeIdentifier: contentType.identifier)
  }

  /// Loads a file, owned by the returned value.
  ///
  /// The file is deleted when the value is released, unless the file was kept or opened in place.
  ///
  /// Retain the value while the file is in use, or call
  /// ``withLoadedFile(forTypeIdentifier:openInPlace:isolation:perform:)``.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - openInPlace: whether to open the source's own file if the source allows it.
  /// - Returns: the file, owned by the value.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadFileRepresentation(forTypeIdentifier typeIdentifier: String, openInPlace: Bool = false)
    async throws -> LoadedFile
  {
    try await Awaited.value {
      loadFile(forTypeIdentifier: typeIdentifier, openInPlace: openInPlace, completionHandler: $0)
    }
  }

  /// Loads a file, owned by the returned value.
  ///
  /// The file is deleted when the value is released, unless the file was kept or opened in place.
  ///
  /// Retain the value while the file is in use, or call
  /// ``withLoadedFile(for:openInPlace:isolation:perform:)``.
  ///
  /// - Parameters:
  ///   - contentType: the requested type.
  ///   - openInPlace: whether to open the source's own file if the source allows it.
  /// - Returns: the file, owned by the value.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadFileRepresentation(for contentType: UTType, openInPlace: Bool = false) async throws
    -> LoadedFile
  {
    try await loadFileRepresentation(forTypeIdentifier: contentType.identifier, openInPlace: openInPlace)
  }

  /// Loads a file for the duration of a call.
  ///
  /// ```swift
  /// let text = try await provider.withLoadedFile(for: .plainText) { url in
  ///   try String(contentsOf: url, encoding: .utf8)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - contentType: the requested type.
  ///   - openInPlace: whether to open the source's own file if the source allows it. The source's own file
  ///     is not deleted, and writing to it changes the source's item.
  ///   - isolation: the caller's actor, on which the function runs.
  ///   - body: reads the file. A file that is not the source's own is deleted when the function returns. To
  ///     keep the file, copy or move it in the function.
  /// - Returns: the function's result.
  /// - Throws: the function's error, the source's own error, `CancellationError`, or
  ///   ``ItemProviderError``.
  public func withLoadedFile<Result>(
    for contentType: UTType, openInPlace: Bool = false, isolation: isolated (any Actor)? = #isolation,
    perform body: (URL) async throws -> Result
  ) async throws -> Result {
    try await withLoadedFile(
      forTypeIdentifier: contentType.identifier, openInPlace: openInPlace, perform: body)
  }

  /// Loads a file for the duration of a call.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - openInPlace: whether to open the source's own file if the source allows it.
  ///   - isolation: the caller's actor, on which the function runs.
  ///   - body: reads the file. When the function returns, the file is deleted, unless it is the source's
  ///     own file.
  /// - Returns: the function's result.
  /// - Throws: the function's error, the source's own error, `CancellationError`, or
  ///   ``ItemProviderError``.
  public func withLoadedFile<Result>(
    forTypeIdentifier typeIdentifier: String, openInPlace: Bool = false,
    isolation: isolated (any Actor)? = #isolation, perform body: (URL) async throws -> Result
  ) async throws -> Result {
    let file = try await loadFileRepresentation(forTypeIdentifier: typeIdentifier, openInPlace: openInPlace)
    defer { file.release() }
    return try await file.withURL(body)
  }

  /// Loads a value of a type.
  ///
  /// - Parameter type: the type of the value.
  /// - Returns: a new value.
  /// - Throws: the source's own error, an error from reading the value, `CancellationError`, or
  ///   ``ItemProviderError``.
  public func loadObject<Object: ItemProviderReading>(ofClass type: Object.Type) async throws -> Object {
    try await Awaited.value { completion in
      loadObject(ofClass: type) { object, error in
        completion(Result(object, error, orEmptyAnswerFor: String(describing: type)))
      }
    }
  }

  /// Loads an item without coercion, as the source stored or created it.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - options: passed to the source's handler unchanged.
  /// - Returns: the item, which can be of any class.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadItem(forTypeIdentifier typeIdentifier: String, options: [String: any Sendable]? = nil)
    async throws -> any Sendable
  {
    try await Awaited.value { completion in
      loadItem(forTypeIdentifier: typeIdentifier, options: options) { (item: (any Sendable)?, error) in
        completion(Result(item, error, orEmptyAnswerFor: typeIdentifier))
      }
    }
  }

  /// Loads an item without coercion, as an object that can be archived.
  ///
  /// Swift selects this method if the type of the result is stated: `let item: NSSecureCoding = try await …`.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - options: passed to the source's handler; options whose keys are not strings are omitted.
  /// - Returns: the object, as the method with a completion passes it.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  @_disfavoredOverload
  public func loadItem(forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil)
    async throws -> sending any NSSecureCoding
  {
    let known = SecurelyCodedItem.options(options)
    let loaded = try await Awaited.value { completion in
      loadItemObject(forTypeIdentifier: typeIdentifier, options: known) { item, error in
        completion(Result(item.map(LoadedItem.init), error, orEmptyAnswerFor: typeIdentifier))
      }
    }
    return loaded.object
  }

  /// Loads an item and coerces it to a class, like the method of the same name with a completion handler.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - wanted: the class of the result.
  ///   - options: passed to the source's handler unchanged.
  /// - Returns: the item, or the result of the coercion.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``:
  ///   `unexpectedValueClassError` if the coercion does not exist, `unavailableCoercionError` if the
  ///   coercion failed.
  public func loadItem<Wanted: Sendable>(
    forTypeIdentifier typeIdentifier: String, as wanted: Wanted.Type, options: [String: any Sendable]? = nil
  ) async throws -> Wanted {
    try await Awaited.value { completion in
      loadItem(forTypeIdentifier: typeIdentifier, as: wanted, options: options) { item, error in
        completion(Result(item, error, orEmptyAnswerFor: typeIdentifier))
      }
    }
  }
}
