import DesktopTransfer
import Foundation
package import ImageCoders
package import ItemProviders
import ProfferConversions
package import ProfferFileSystem

/// A terminal that displays pictures below lines of text.
package struct TerminalScreen {
  /// The maximum height of a picture, in rows of text.
  private static let rowCount = 12
  /// The left margin of a picture, in columns of text.
  private static let indentation = 4

  private let graphics: TerminalGraphics
  private let columnCount: Int

  /// Queries the terminal of a context for its graphics format.
  ///
  /// - Parameter output: the stream from the process to the terminal.
  /// - Returns: nil if the context has no terminal.
  /// - Throws: an error that states the reason if the terminal cannot display pictures.
  package init?(of output: OpenFile, in context: DesktopContext) throws {
    let size = output.terminalSize
    guard let settings = context.session.terminal else { return nil }
    do {
      graphics = try TerminalGraphics(asking: settings, size: size)
    } catch let error as TransferError {
      throw error.ofOffering
    }
    columnCount = size?.columns ?? 80
  }

  /// The maximum size of a picture, in pixels.
  package var size: PresentationSize {
    PresentationSize(
      width: Double(max(columnCount - TerminalScreen.indentation, 1) * graphics.cell.width),
      height: Double(TerminalScreen.rowCount * graphics.cell.height))
  }

  /// Returns the bytes that display a picture below the last printed line.
  ///
  /// Text printed afterwards appears below the picture.
  package func bytes(showing image: Image) throws -> [UInt8] {
    var bytes = [UInt8](repeating: UInt8(ascii: " "), count: TerminalScreen.indentation)
    bytes += try sequences(of: image)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func sequences(of image: Image) throws -> [UInt8] {
    var losses = LossCounter()
    let image = image.withEightBits(&losses)
    switch graphics.format {
    case .kitty where Image.writableTypeIdentifiers.contains("public.png"):
      var options = ImageOptions()
      options.stripsMetadata = true
      return KittyPicture.sequences(png: [UInt8](try image.write(as: "public.png", options: options).data))
    case .kitty: return KittyPicture.sequences(of: TerminalPicture(image, &losses))
    case .sixel: return SixelPicture.sequence(of: TerminalPicture(image, &losses))
    }
  }
}

extension TerminalPicture {
  /// Creates a picture from an image with 8 bits per sample.
  fileprivate init(_ image: Image, _ losses: inout LossCounter) {
    self.init(
      width: image.width, height: image.height, samples: image.inColor(&losses).withAlpha().pixels)
  }
}
