import DesktopActions
import DesktopTransfer
import Foundation
import ImageCoders
import ItemProviders
import ProfferConversions
import ProfferFileSystem

/// The terminal that standard output is, where it shows pictures.
struct PictureScreen {
  /// How many rows of text a picture takes at most.
  private static let rowCount = 12
  /// How many columns of text are left free at its left.
  private static let indentation = 4

  private let graphics: TerminalGraphics
  private let columnCount: Int

  /// Asks the terminal; where it shows no pictures, a note says why.
  ///
  /// - Parameter option: the option that asks for pictures.
  static func asked(for option: String) -> PictureScreen? {
    let output = OpenFile.standardOutput
    guard output.isTerminal else {
      Console.shared.note("\(option) shows pictures on a terminal, and standard output is not one")
      return nil
    }
    let size = output.terminalSize
    guard let settings = DesktopContext.user.session.terminal else { return nil }
    do {
      return PictureScreen(
        graphics: try TerminalGraphics(asking: settings, size: size), columnCount: size?.columns ?? 80)
    } catch {
      Console.shared.note("\(option) shows no pictures: \((error as? TransferError)?.message ?? "\(error)")")
      return nil
    }
  }

  /// The columns and rows of pixels that a picture may have.
  var size: PresentationSize {
    PresentationSize(
      width: Double(max(columnCount - PictureScreen.indentation, 1) * graphics.cell.width),
      height: Double(PictureScreen.rowCount * graphics.cell.height))
  }

  /// Shows a picture below what was printed; the next line is printed below the picture.
  func show(_ image: Image) throws {
    var bytes = [UInt8](repeating: UInt8(ascii: " "), count: PictureScreen.indentation)
    bytes += try sequences(of: image)
    bytes.append(UInt8(ascii: "\n"))
    try bytes.withUnsafeBytes { try Console.shared.write(payload: $0) }
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
  /// The pixels of an image of 8 bits a sample.
  fileprivate init(_ image: Image, _ losses: inout LossCounter) {
    self.init(
      width: image.width, height: image.height, samples: image.inColor(&losses).withAlpha().pixels)
  }
}
