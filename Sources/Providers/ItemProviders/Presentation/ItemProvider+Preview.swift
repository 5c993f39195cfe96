public import Foundation

extension ItemProvider {
  /// Asks the source for a preview image, which comes as `Data`, a file URL or a ``PreviewImage``.
  ///
  /// Without a handler the answer is an error with code `itemUnavailableError`.
  ///
  /// - Parameter options: reach the handler unchanged; `preferredImageSizeKey` says the size wanted.
  @discardableResult
  public func loadPreviewImage(
    options: [String: any Sendable]? = nil, completionHandler: @escaping CompletionHandler
  ) -> Progress {
    let (load, progress) = Load<any Sendable>.begin { completionHandler($0.value, $0.error) }
    guard let handler = previewImageHandler else {
      load.finish(.failure(ItemProviderError.noPreview))
      return progress
    }
    startPreview(load, handler, expecting: Data.self, options: options) { item, finish in
      finish(.success(item))
    }
    return progress
  }

  /// Asks the source for a preview image of a class: its bytes as `Data`, or any value that can be read of
  /// bytes.
  ///
  /// The handler is told the class; what it answers is coerced as `loadItem` does.
  ///
  /// - Parameter size: the size in pixels wanted, which reaches the handler under `preferredImageSizeKey`.
  @discardableResult
  public func loadPreviewImage<Wanted: Sendable>(
    as wanted: Wanted.Type, fitting size: PresentationSize? = nil,
    completionHandler: @escaping @Sendable (Wanted?, (any Error)?) -> Void
  ) -> Progress {
    let (load, progress) = Load<Wanted>.begin { completionHandler($0.value, $0.error) }
    guard let handler = previewImageHandler else {
      load.finish(.failure(ItemProviderError.noPreview))
      return progress
    }
    let options: [String: any Sendable] = size.map { [Self.preferredImageSizeKey: $0] } ?? [:]
    startPreview(load, handler, expecting: wanted, options: options) { item, finish in
      if let preview = item as? PreviewImage, !(item is Wanted) {
        ItemCoercion.coerce(
          preview.data, to: wanted, typeIdentifier: preview.typeIdentifier, completion: finish)
      } else {
        ItemCoercion.coerce(item, to: wanted, typeIdentifier: "public.image", completion: finish)
      }
    }
    return progress
  }

  private func startPreview<Value: Sendable>(
    _ load: Load<Value>, _ handler: @escaping LoadHandler, expecting expected: Any.Type,
    options: [String: any Sendable]?,
    make: @escaping @Sendable (any Sendable, @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) {
    let pending = PendingAnswer(load, typeIdentifier: "a preview image")
    CallbackQueue.loading.async {
      let completion: CompletionHandler = { item, error in
        guard pending.load.admitAnswer() else { return }
        switch Result(item, error, orEmptyAnswerFor: "a preview image") {
        case .success(let item): pending.load.registry.perform { make(item) { pending.load.finish($0) } }
        case .failure(let error): pending.load.finish(.failure(error))
        }
      }
      load.registry.perform { handler(completion, expected, options ?? [:]) }
    }
  }

  /// Asks the source for a preview image of a class.
  public func loadPreviewImage<Wanted: Sendable>(
    as wanted: Wanted.Type, fitting size: PresentationSize? = nil
  ) async throws -> Wanted {
    try await Awaited.value { completion in
      loadPreviewImage(as: wanted, fitting: size) { item, error in
        completion(Result(item, error, orEmptyAnswerFor: "a preview image"))
      }
    }
  }

  /// Asks the source for a preview image.
  public func loadPreviewImage(options: [String: any Sendable]? = nil) async throws -> any Sendable {
    try await Awaited.value { completion in
      loadPreviewImage(options: options) { item, error in
        completion(Result(item, error, orEmptyAnswerFor: "a preview image"))
      }
    }
  }

  /// Makes a preview of the representation that the renderer takes first, by the rule of choice.
  ///
  /// - Parameter size: the size in pixels to fit into.
  /// - Throws: ``ItemProviderError`` where nothing offered can be rendered, or the renderer's own error.
  public func previewImage(
    renderedBy renderer: some PreviewRendering, fitting size: PresentationSize? = nil
  ) async throws -> PreviewImage {
    let offered = registeredTypeIdentifiers
    let renderable = renderer.renderableTypeIdentifiers
    guard let index = fidelityOrder().index(among: offered, accepting: renderable) else {
      throw ItemProviderError.noRepresentation(of: renderable.joined(separator: " or "), among: offered)
    }
    let data = try await loadDataRepresentation(forTypeIdentifier: offered[index])
    return try renderer.preview(of: data, typeIdentifier: offered[index], fitting: size)
  }
}
