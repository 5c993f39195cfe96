import ByteTools
public import ItemProviders
import ProviderBundles
import StandardCoders

/// The previews to create for new items.
public struct PreviewRequest: Sendable {
  /// The maximum width and height of a preview, in pixels; if nil, the default size is used.
  public var size: PresentationSize?

  /// Creates a request for previews.
  ///
  /// - Parameter size: the maximum width and height, in pixels; if nil, the default size is used.
  public init(size: PresentationSize? = nil) { self.size = size }

  /// Creates a request for previews of a maximum size in pixels; if nil, the default size is used.
  package init(fitting size: PixelSize?) {
    self.init(size: size.map { PresentationSize(width: Double($0.width), height: Double($0.height)) })
  }
}

/// The items for which no preview could be created.
public struct MissingPreviews: Sendable {
  /// The number of items visible to every receiver in which no readable picture or color was found.
  public internal(set) var notRenderableCount = 0
  /// The numbers, from 1, of the items for which rendering failed, with the errors.
  public internal(set) var failures: [(item: Int, error: any Error)] = []
}

/// Collects the results of creating previews.
final class PreviewCollection: Sendable {
  private let outcomes = Locked(MissingPreviews())

  /// The items for which no preview could be created so far.
  var missing: MissingPreviews { outcomes.withLock { $0 } }

  /// Returns the settings with which a writer creates the requested previews.
  func making(_ request: PreviewRequest) -> PreviewMaking {
    var renderer = ImagePreviewRenderer()
    renderer.showsDocuments = true
    var making = PreviewMaking(renderer: renderer, size: request.size)
    making.report = { item, outcome in
      self.outcomes.withLock { outcomes in
        switch outcome {
        case .made: break
        case .notRenderable: outcomes.notRenderableCount += 1
        case .failed(let error): outcomes.failures.append((item + 1, error))
        }
      }
    }
    return making
  }
}
