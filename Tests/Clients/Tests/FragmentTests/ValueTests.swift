import Foundation
import Proffer
import Testing
import UIKitNames

@MainActor struct ValueTests {
  /// Loads an object of the class from which the provider was made.
  private func loaded<Object: NSItemProviderReading>(
    _ object: some NSItemProviderWriting, as type: Object.Type
  ) async -> Object? {
    let provider = NSItemProvider(object: object)
    #expect(!provider.registeredTypeIdentifiers.isEmpty)
    let result: Unchecked<Object> = await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: type) { object, _ in continuation.resume(returning: Unchecked(object)) }
    }
    return result.value
  }

  @Test func theFiveClassesLoadBackEqual() async throws {
    #expect(await loaded("text" as NSString, as: NSString.self) == "text")
    let url = try #require(NSURL(string: "https://example.org/a"))
    #expect(await loaded(url, as: NSURL.self) == url)
    let color = UIColor(red: 0.25, green: 0.5, blue: 1, alpha: 0.5)
    #expect(await loaded(color, as: UIColor.self) == color)
    let image = try #require(UIImage(data: picture()))
    #expect(await loaded(image, as: UIImage.self) == image)
    let text = NSMutableAttributedString(string: "See the page.\nSecond line")
    text.addAttribute(
      .link, value: URL(string: "https://example.org")!, range: NSRange(location: 8, length: 4))
    text.addAttribute(.underlineStyle, value: 1, range: NSRange(location: 0, length: 3))
    let read = await loaded(text, as: NSAttributedString.self)
    #expect(read?.string == text.string)
    #expect(read?.attribute(.link, at: 9, effectiveRange: nil) as? URL == URL(string: "https://example.org"))
    #expect(read?.attribute(.underlineStyle, at: 0, effectiveRange: nil) as? Int == 1)
    #expect(read?.attribute(.underlineStyle, at: 4, effectiveRange: nil) == nil)
  }

  @Test(arguments: [
    (Array("GIF89a".utf8) + [5, 0, 4, 0, 0, 0, 0], "com.compuserve.gif", CGSize(width: 5, height: 4)),
    (
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 7, 0, 9, 3, 1, 0x11, 0, 2, 0x11, 1], "public.jpeg",
      CGSize(width: 9, height: 7)
    ),
  ])
  func aPictureHasTheTypeAndTheSizeOfItsHeader(_ bytes: [UInt8], _ type: String, _ size: CGSize) throws {
    let image = try #require(UIImage(data: Data(bytes)))
    #expect(image.typeIdentifier == type)
    #expect(image.size == size)
    #expect(UIImage(data: Data(bytes), scale: 2)?.size.width == size.width / 2)
  }

  @Test func theDotsOfAPictureAreDecodedAndEncoded() async throws {
    let dots = Image(width: 2, height: 1, channels: .rgb, pixels: [255, 0, 0, 0, 0, 255])
    let image = UIImage(dots, scale: 2)
    #expect(image.size == CGSize(width: 1, height: 0.5))
    #expect(image.image == dots)
    let types = Image.writableTypeIdentifiers
    let png = image.pngData()
    #expect((png != nil) == types.contains("public.png"))
    if let png { #expect(try Image.read(png, as: "public.png").value == dots) }
    let jpeg = image.jpegData(compressionQuality: 0.5)
    #expect((jpeg != nil) == types.contains("public.jpeg"))
    #expect(jpeg.map { Array($0.prefix(2)) == [0xFF, 0xD8] } ?? true)
    let provider = NSItemProvider(object: image)
    #expect(provider.registeredTypeIdentifiers.first == image.typeIdentifier)
    #expect(provider.registeredTypeIdentifiers.contains("public.jpeg") == types.contains("public.jpeg"))
    #expect(await loaded(image, as: UIImage.self)?.data == image.data)
    let header = try #require(UIImage(data: picture()))
    #expect(header.image == nil && header.jpegData(compressionQuality: 1) == nil)
    #expect(header.pngData() == picture())
  }

  @Test func bytesThatAreNotAPictureAreNone() async {
    #expect(UIImage(data: Data("text".utf8)) == nil)
    let provider = NSItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
      completion(Data("text".utf8), nil)
      return nil
    }
    let code: Int? = await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: UIImage.self) { _, error in
        continuation.resume(returning: (error as NSError?)?.code)
      }
    }
    #expect(code == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue)
  }

  @Test func thePasteboardGivesWhatWasCopied() throws {
    let pasteboard = UIPasteboard.general
    let before = pasteboard.changeCount
    pasteboard.string = "copied"
    #expect(pasteboard.changeCount == before + 1)
    #expect(pasteboard.string == "copied")
    #expect(pasteboard.hasStrings && !pasteboard.hasImages)
    #expect(pasteboard.types == ["public.utf8-plain-text"])
    #expect(pasteboard.data(forPasteboardType: "public.text") == Data("copied".utf8))
    pasteboard.setObjects([try #require(UIImage(data: picture())), "text" as NSString])
    #expect(pasteboard.images?.count == 1)
    #expect(pasteboard.strings == ["text"])
    #expect(pasteboard.numberOfItems == 2)
    pasteboard.setItemProviders(
      [NSItemProvider(object: "old" as NSString)], localOnly: true,
      expirationDate: Date(timeIntervalSinceNow: -1))
    #expect(pasteboard.string == nil)
    pasteboard.color = .orange
    #expect(pasteboard.color == .orange)
    pasteboard.itemProviders = []
    #expect(pasteboard.urls == nil)
  }

  @Test func aViewWithAPasteConfigurationTakesPictures() async throws {
    final class Album: UIView {
      var types: [[String]] = []
      override func paste(itemProviders: [NSItemProvider]) {
        types = itemProviders.map(\.registeredTypeIdentifiers)
      }
    }
    let controller = UIViewController()
    let album = Album(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let configuration = UIPasteConfiguration(forAccepting: UIImage.self)
    configuration.addAcceptableTypeIdentifiers(["public.movie"])
    album.pasteConfiguration = configuration
    controller.view.addSubview(album)
    let screen = Screen(controller)
    let image = try #require(UIImage(data: picture()))
    let other = screen.addOtherProgram([
      UIDragItem(itemProvider: NSItemProvider(object: image)),
      UIDragItem(itemProvider: NSItemProvider(object: "a" as NSString)),
    ])
    try await screen.drag(from: other.place, to: CGPoint(x: 50, y: 50))
    #expect(album.types.map(\.first) == ["public.png"])
  }
}

/// A value passed from one task to another.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value?
  init(_ value: Value?) { self.value = value }
}
