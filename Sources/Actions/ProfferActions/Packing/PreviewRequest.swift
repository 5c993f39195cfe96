import ByteTools
public import ItemProviders
import ProviderBundles
import StandardCoders

/// The previews to make for new items.
public struct PreviewRequest: Sendable {
  /// The maximum columns and rows of pixels of a preview; nil uses the default size.
  public var size: PresentationSize?

  /// Creates a request for previews.
  ///
  /// - Parameter size: the maximum columns and rows of pixels; nil uses the default size.
  public init(size: PresentationSize? = nil) { self.size = size }

  /// Creates a request for previews with at most this size in pixels; nil uses the default size.
  package init(fitting size: PixelSize?) {
    self.init(size: size.map { PresentationSize(width: Double($0.width), height: Double($0.height)) })
  }
}

/// The items for which no preview could be made.
public struct MissingPreviews: Sendable {
  /// The number of items without a readable picture or color that everyone may see.
  public internal(set) var notRenderableCount = 0
  /// The items that could not be rendered, numbered from 1, and the errors.
  public internal(set) var failures: [(item: Int, error: any Error)] = []
}

/// Collects the results of making previews.
final class PreviewCollection: Sendable {
  private let outcomes = Locked(MissingPreviews())

  /// The items for which no preview could be made so far.
  var missing: MissingPreviews { outcomes.withLock { $0 } }

  /// The settings with which a writer makes the requested previews.
  func making(_ request: PreviewRequest) -> PreviewMaking {
    var making = PreviewMaking(renderer: ImagePreviewRenderer(), size: request.size)
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
