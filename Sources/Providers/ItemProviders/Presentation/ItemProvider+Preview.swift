public import Foundation

extension ItemProvider {
  /// Loads the source's preview image as `Data`, a file URL or a ``PreviewImage``.
  ///
  /// If the provider has no ``previewImageHandler``, the load fails with code `itemUnavailableError`.
  ///
  /// - Parameters:
  ///   - options: passed to the handler unchanged. The value for `preferredImageSizeKey` is the requested
  ///     size.
  ///   - completionHandler: called once, on a background queue, with the preview or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  public func loadPreviewImage(
    options: [String: any Sendable]? = nil, completionHandler: @escaping ItemCompletionHandler
  ) -> Progress {
    let (load, progress) = Load<any Sendable>.begin { completionHandler($0.value, $0.error) }
    guard let handler = previewImageHandler else {
      load.finish(.failure(ItemProviderError.noPreview))
      return progress
    }
    load.runPreview(handler, following: progress, expecting: Data.self, options: options) { item, finish in
      finish(.success(item))
    }
    return progress
  }

  /// Loads the source's preview image as `Data`, or as any class that can be read from bytes.
  ///
  /// The class is passed to the handler. The handler's result is coerced to the class in the same way as by
  /// `loadItem`.
  ///
  /// - Parameters:
  ///   - wanted: the class of the result.
  ///   - size: the requested size in pixels, passed to the handler under `preferredImageSizeKey`.
  ///   - completionHandler: called once, on a background queue, with the preview or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
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
    load.runPreview(handler, following: progress, expecting: wanted, options: options) { item, finish in
      if let preview = item as? PreviewImage, !(item is Wanted) {
        ItemCoercion.coerce(
          preview.data, to: wanted, typeIdentifier: preview.typeIdentifier, completion: finish)
      } else {
        ItemCoercion.coerce(item, to: wanted, typeIdentifier: PreviewImage.generalType, completion: finish)
      }
    }
    return progress
  }

  /// Loads the source's preview image as `Data`, or as any class that can be read from bytes.
  ///
  /// - Parameters:
  ///   - wanted: the class of the result.
  ///   - size: the requested size in pixels.
  /// - Returns: the preview.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadPreviewImage<Wanted: Sendable>(
    as wanted: Wanted.Type, fitting size: PresentationSize? = nil
  ) async throws -> Wanted {
    try await Awaited.value { completion in
      loadPreviewImage(as: wanted, fitting: size) { item, error in
        completion(Result(item, error, orEmptyAnswerFor: PreviewImage.generalType))
      }
    }
  }

  /// Loads the source's preview image.
  ///
  /// - Parameter options: passed to the source's handler unchanged.
  /// - Returns: the preview as `Data`, a file URL or a ``PreviewImage``.
  /// - Throws: the source's own error, `CancellationError`, or ``ItemProviderError``.
  public func loadPreviewImage(options: [String: any Sendable]? = nil) async throws -> any Sendable {
    try await Awaited.value { completion in
      loadPreviewImage(options: options) { item, error in
        completion(Result(item, error, orEmptyAnswerFor: PreviewImage.generalType))
      }
    }
  }

  /// Renders a preview of the representation that the selection rule chooses for the renderer's types.
  ///
  /// - Parameters:
  ///   - renderer: creates the preview from the loaded bytes.
  ///   - size: the maximum size in pixels.
  /// - Returns: the preview.
  /// - Throws: ``ItemProviderError`` if no offered type can be rendered, an error from loading the bytes,
  ///   or the renderer's own error.
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

extension Load {
  /// Runs a preview handler, and creates the load's value from the item that the handler returns.
  fileprivate func runPreview(
    _ handler: @escaping ItemProvider.ItemLoadHandler, following progress: LoadProgress,
    expecting expected: Any.Type, options: [String: any Sendable]?,
    make: @escaping @Sendable (any Sendable, @escaping Completion) -> Void
  ) {
    run(PreviewImage.generalType, following: progress) { answer in
      let completion: ItemProvider.ItemCompletionHandler = { item, error in
        answer(Result(item, error, orEmptyAnswerFor: PreviewImage.generalType))
      }
      handler(completion, expected, options ?? [:])
      return nil
    } deliver: { item, finish in
      make(item, finish)
    }
  }
}

/// A preview image, as bytes of a type.
///
/// This library does not decode or draw preview images.
public struct PreviewImage: Sendable, Hashable {
  /// The type of the bytes, usually one that conforms to `public.image`.
  public let typeIdentifier: String
  /// The bytes.
  public let data: Data
  /// The width and height in pixels; nil if the source does not state them.
  public let pixelSize: PresentationSize?

  /// Creates a preview.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the bytes.
  ///   - data: the bytes.
  ///   - pixelSize: the width and height in pixels, if they are known.
  public init(typeIdentifier: String, data: Data, pixelSize: PresentationSize? = nil) {
    self.typeIdentifier = typeIdentifier
    self.data = data
    self.pixelSize = pixelSize
  }
}

/// A renderer of previews, provided by a program that has image codecs.
public protocol PreviewRendering: Sendable {
  /// The types that the renderer supports, most preferred first.
  var renderableTypeIdentifiers: [String] { get }
  /// Renders a preview from bytes.
  ///
  /// - Parameters:
  ///   - data: the bytes of the representation.
  ///   - typeIdentifier: the registered type of the bytes.
  ///   - size: the maximum size of the preview in pixels; nil if the renderer can choose the size.
  /// - Returns: the preview.
  /// - Throws: the renderer's own error if the bytes cannot be rendered.
  func preview(of data: Data, typeIdentifier: String, fitting size: PresentationSize?) throws -> PreviewImage
}

extension PreviewImage {
  /// The type of a preview if the source does not state a type.
  fileprivate static var generalType: String { "public.image" }
}
