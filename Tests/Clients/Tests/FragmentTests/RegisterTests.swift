import Foundation
import MobileCoreServices
import Proffer
import Testing
import UIKitNames

@testable import Fragments

/// The methods that register representations, each with the corresponding load method, in Apple's spelling.
struct RegisterTests {
  private func onlyProvider() -> NSItemProvider { NSItemProvider() }

  @Test func dataIsLoadedAsData() async {
    let provider = onlyProvider()
    provider.registerDataRepresentation(
      forTypeIdentifier: kUTTypePlainText as String, visibility: .all
    ) { completion in
      completion("plain".data(using: .utf8), nil)
      return nil
    }
    let data: Data? = await withCheckedContinuation { continuation in
      provider.loadDataRepresentation(forTypeIdentifier: kUTTypePlainText as String) { (data, error) in
        continuation.resume(returning: data)
      }
    }
    #expect(data == Data("plain".utf8))
  }

  @Test func aFileIsLoadedAsACopyAndInPlace() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "register-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let file = folder.appendingPathComponent("film.mp4")
    try Data("film".utf8).write(to: file)
    let provider = onlyProvider()
    provider.registerFileRepresentation(
      forTypeIdentifier: "public.mpeg-4", fileOptions: .openInPlace, visibility: .all
    ) { completion in
      completion(file, true, nil)
      return nil
    }
    let copied: (URL?, Data?) = await withCheckedContinuation { continuation in
      provider.loadFileRepresentation(forTypeIdentifier: "public.mpeg-4") { (url, error) in
        continuation.resume(returning: (url, url.flatMap { try? Data(contentsOf: $0) }))
      }
    }
    #expect(copied.0 != file)
    #expect(copied.1 == Data("film".utf8))
    let opened: (URL?, Bool) = await withCheckedContinuation { continuation in
      provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.mpeg-4") { (url, isInPlace, error) in
        continuation.resume(returning: (url, isInPlace))
      }
    }
    #expect(opened.0 == file && opened.1)
  }

  @Test func anObjectIsRegisteredItselfAndOnDemand() async {
    let provider = onlyProvider()
    provider.registerObject("first" as NSString, visibility: .all)
    provider.registerObject(ofClass: NSURL.self, visibility: .all) { completion in
      completion(NSURL(string: "https://example.org/"), nil)
      return nil
    }
    #expect(provider.registeredTypeIdentifiers == ["public.utf8-plain-text", "public.url"])
    #expect(provider.canLoadObject(ofClass: NSURL.self))
    let text: String? = await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: NSString.self) { (object, error) in
        continuation.resume(returning: object.map { $0 as String })
      }
    }
    let address: String? = await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: NSURL.self) { (object, error) in
        continuation.resume(returning: object?.absoluteString)
      }
    }
    #expect(text == "first")
    #expect(address == "https://example.org/")
  }

  @Test func aPreviewIsMadeByTheSource() async throws {
    let film = try #require(NSURL(string: "file:///one.mp4"))
    let provider = Fragments.provider(ofFilm: film, preview: picture())
    let preview: Data? = await withCheckedContinuation { continuation in
      provider.loadPreviewImage(options: nil) { (item: NSSecureCoding?, error: Error!) in
        continuation.resume(returning: (item as? NSData).map { $0 as Data })
      }
    }
    #expect(preview == picture())
  }

  @Test func anItemIsMadeForTheRegisteredIdentifierOnlyAndMayFail() async {
    let provider = onlyProvider()
    provider.registerItem(forTypeIdentifier: "public.mpeg-4") { (completion, expectedClass, options) in
      completion?("film" as NSString, nil)
    }
    provider.registerItem(forTypeIdentifier: "public.png") { (completion, expectedClass, options) in
      completion?(nil, CocoaError(.fileNoSuchFile))
    }
    var answers: [String] = []
    for type in ["public.mpeg-4", "public.png", "public.html"] {
      let answer: String = await withCheckedContinuation { continuation in
        provider.loadItem(forTypeIdentifier: type, options: nil) { (item: NSSecureCoding?, error: Error!) in
          continuation.resume(
            returning: (item as? NSString).map { $0 as String } ?? "\((error as NSError?)?.code ?? 0)")
        }
      }
      answers.append(answer)
    }
    #expect(
      answers == [
        "film", "\(CocoaError.fileNoSuchFile.rawValue)",
        "\(NSItemProvider.ErrorCode.itemUnavailableError.rawValue)",
      ])
  }
}

@MainActor struct SeveralDropSessionTests {
  /// The calls of two drags over one view; each begins in its own program.
  private func calls(allowingSimultaneousSessions isAllowed: Bool) throws -> [String] {
    let controller = UIViewController()
    let target = FullDropDelegate()
    let interaction = UIDropInteraction(delegate: target)
    interaction.allowsSimultaneousDropSessions = isAllowed
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    view.addInteraction(interaction)
    controller.view.addSubview(view)
    let screen = Screen(controller)
    let other = screen.addOtherProgram([UIDragItem(itemProvider: NSItemProvider(object: "a" as NSString))])
    let first = try #require(screen.driver.beginDrag(at: other.place))
    try first.move(to: CGPoint(x: 50, y: 50))
    let second = try #require(screen.driver.beginDrag(at: other.place))
    try second.move(to: CGPoint(x: 60, y: 60))
    try second.cancel()
    try first.cancel()
    return target.calls.filter { $0 == "didEnter" }
  }

  @Test func aSecondSessionIsIgnoredUnlessSeveralAreAllowed() throws {
    #expect(try calls(allowingSimultaneousSessions: false).count == 1)
    #expect(try calls(allowingSimultaneousSessions: true).count == 2)
  }
}
