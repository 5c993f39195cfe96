import ByteTools
import ImageCoders
import ItemProviders
import ProfferFileSystem
import StandardCoders
import TransferWindows

/// Makes the pictures of rows on a thread of its own, from top to bottom.
final class RowPreviews: Sendable {
  typealias Source = @Sendable (ImagePreviewRenderer, PresentationSize) throws -> Image?

  /// The largest size of a preview: the size in a row, for a display with three pixels in a logical pixel.
  private static let size = PresentationSize(
    width: 3 * WindowLayout.pictureSize, height: 3 * WindowLayout.pictureSize)
  /// The interval at which finished pictures are shown, so that the window is not redrawn for each of them.
  private static let interval = Duration.milliseconds(60)

  private let isCancelled = Locked(false)

  /// Stops after the current picture.
  deinit { isCancelled.withLock { $0 = true } }

  /// Starts to make pictures.
  ///
  /// - Parameters:
  ///   - sources: the number of each row, and its picture.
  ///   - show: called on the thread with pictures and the numbers of their rows.
  func start(_ sources: [(row: Int, source: Source)], show: @escaping @Sendable ([(Int, Picture)]) -> Void) {
    let thread = RunningThread { [isCancelled] in
      var made: [(Int, Picture)] = []
      var shown = ContinuousClock.now
      for (row, source) in sources {
        if isCancelled.withLock({ $0 }) { return }
        // If a picture cannot be read, its row keeps the icon, as in a file manager.
        guard let image = try? source(ImagePreviewRenderer(), Self.size) else { continue }
        made.append((row, Picture(image)))
        if .now - shown >= Self.interval {
          show(made)
          (made, shown) = ([], .now)
        }
      }
      if !made.isEmpty { show(made) }
    }
    // Without a thread, the rows keep their icons.
    thread?.detach()
  }
}
