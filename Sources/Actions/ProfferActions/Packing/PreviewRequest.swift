import ByteTools
public import ItemProviders
import ProviderBundles
import StandardCoders

/// The previews that are made of new items.
public struct PreviewRequest: Sendable {
  /// The most columns and rows of pixels of a preview; nil is the usual size.
  public var size: PresentationSize?

  /// Asks for previews.
  ///
  /// - Parameter size: the most columns and rows of pixels; nil is the usual size.
  public init(size: PresentationSize? = nil) { self.size = size }

  /// Asks for previews of at most so many columns and rows of pixels; nil is the usual size.
  package init(fitting size: PixelSize?) {
    self.init(size: size.map { PresentationSize(width: Double($0.width), height: Double($0.height)) })
  }
}

/// The items of which no preview could be made.
public struct MissingPreviews: Sendable {
  /// How many items are not a picture or a color that can be read, and that everyone may see.
  public internal(set) var notRenderableCount = 0
  /// The items that could not be rendered, by their numbers from 1, and why.
  public internal(set) var failures: [(item: Int, error: any Error)] = []
}

/// Previews as a writer makes them, and what came of them.
final class PreviewCollection: Sendable {
  private let outcomes = Locked(MissingPreviews())

  /// The items of which no preview could be made so far.
  var missing: MissingPreviews { outcomes.withLock { $0 } }

  /// How a writer makes what is asked for.
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
