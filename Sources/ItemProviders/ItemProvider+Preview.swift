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
      load.finish(.failure(ItemProviderError(.itemUnavailableError, "Cannot load preview.")))
      return progress
    }
    CallbackQueue.loading.async {
      let completion: CompletionHandler = { item, error in
        guard load.admitAnswer() else { return }
        load.finish(Result(item, error, orEmptyAnswerFor: "a preview image"))
      }
      load.registry.perform { handler(completion, Data.self, options ?? [:]) }
    }
    return progress
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
    guard let index = FidelityOrder().index(among: offered, accepting: renderable) else {
      throw ItemProviderError.noRepresentation(of: renderable.joined(separator: " or "), among: offered)
    }
    let data = try await loadDataRepresentation(forTypeIdentifier: offered[index])
    return try renderer.preview(of: data, typeIdentifier: offered[index], fitting: size)
  }
}
