import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

private struct Profile: Codable, Equatable, Transferable {
  var name: String
  var isSecret = false

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
      .exportingCondition { !$0.isSecret }
    DataRepresentation(importedContentType: .xml) { Profile(name: String(decoding: $0, as: UTF8.self)) }
    DataRepresentation(exportedContentType: .html) { Data("<b>\($0.name)</b>".utf8) }
      .suggestedFileName("first.html")
      .suggestedFileName { "\($0.name).html" }
    ProxyRepresentation(exporting: { $0.name }, importing: { Profile(name: $0) })
    DataRepresentation(exportedContentType: .rtf) { _ in Data() }
      .visibility(.ownProcess)
  }
}

/// Transferred as a file; stores the URL that its import received.
private struct Document: Transferable {
  var file: URL
  var text = ""

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(contentType: .plainText) {
      SentTransferredFile($0.file)
    } importing: { received in
      Document(file: received.file, text: try String(contentsOf: received.file, encoding: .utf8))
    }
  }
}

private struct OpenDocument: Transferable {
  var file: URL
  var isOriginal = false

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(contentType: .plainText, shouldAttemptToOpenInPlace: true) {
      SentTransferredFile($0.file, allowAccessingOriginalFile: true)
    } importing: {
      OpenDocument(file: $0.file, isOriginal: $0.isOriginalFile)
    }
  }
}

/// Transferred as one of several file types.
private struct Recording: Transferable {
  let folder: URL
  var readAs: UTType?

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(contentTypes: [.mpeg4Audio, .mp3]) { recording, type in
      let file = recording.folder.appending(path: "sound.\(type.preferredFilenameExtension ?? "")")
      try Data(type.identifier.utf8).write(to: file)
      return SentTransferredFile(file)
    } importing: { received in
      let bytes = try Data(contentsOf: received.file)
      guard bytes == received.contentType.map({ Data($0.identifier.utf8) }) else { throw SourceError() }
      return Recording(folder: received.file, readAs: received.contentType)
    }
    FileRepresentation(exportedContentTypes: [.wav, .aiff]) { recording, type in
      SentTransferredFile(recording.folder.appending(path: type.identifier))
    }
    FileRepresentation(importedContentTypes: [.midi, .zip]) { received in
      Recording(folder: received.file, readAs: received.contentType)
    }
  }
}

/// Imports two types, in this order of preference.
private struct Choosy: Transferable {
  let chosen: String

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(importedContentType: .image) { _ in Choosy(chosen: "image") }
    DataRepresentation(importedContentType: .html) { _ in Choosy(chosen: "html") }
  }
}

struct TransferableTests {
  @Test(.behaviour("IP-216", "IP-217", "IP-219", "IP-226")) func onlyTheExportableTypesAreRegistered()
    async throws
  {
    let provider = ItemProvider()
    provider.register(Profile(name: "Ada"))
    expectEqual(
      provider.registeredTypeIdentifiers,
      [
        "public.json", "public.html", "public.utf8-plain-text", "public.rtf",
      ])
    expectEqual(provider.view(for: .other).registeredContentTypes, [.json, .html, .utf8PlainText])
    expectEqual(provider.suggestedName, "Ada.html")
    try await expectEqual(provider.text(of: "public.html"), "<b>Ada</b>")
    try await expectEqual(provider.text(of: "public.utf8-plain-text"), "Ada")
  }

  @Test(.behaviour("IP-218", "IP-224")) func aFalseConditionHidesTheRepresentation() async throws {
    let secret = Profile(name: "Eve", isSecret: true)
    let provider = ItemProvider()
    provider.register(secret)
    expect(!provider.registeredTypeIdentifiers.contains("public.json"), provider.registeredTypeIdentifiers)
    expectEqual(secret.exportedContentTypes(), [.html, .utf8PlainText])
    expectEqual(secret.exportedContentTypes(.ownProcess), [.html, .utf8PlainText, .rtf])
    expectEqual(Profile.exportedContentTypes(), [.json, .html, .utf8PlainText])
    expectEqual(Profile.importedContentTypes().prefix(2), [.json, .xml])
    expectEqual(secret.suggestedFilename, "Eve.html")
    try await expectEqual(secret.exported(), Data("<b>Eve</b>".utf8))
    await expectThrows(ItemProviderError.self) { try await secret.exported(as: .json) }
  }

  @Test func valuesAreExportedAndImported() async throws {
    let provider = ItemProvider()
    provider.register(Profile(name: "Ada"))
    try await expectEqual(provider.loadTransferable(type: Profile.self), Profile(name: "Ada"))
    try await expectEqual(provider.loadTransferable(type: String.self), "Ada")
    try await expectEqual(Profile(importing: Data("Bob".utf8), contentType: .xml), Profile(name: "Bob"))
    try await expectEqual(Profile(importing: Data("Bob".utf8)), Profile(name: "Bob"))
    await expectThrows(ItemProviderError.self) {
      try await Profile(importing: Data("Bob".utf8), contentType: .png)
    }
  }

  @Test(.behaviour("IP-220")) func builtInValuesAreTransferable() async throws {
    expectEqual("text".exportedContentTypes(), [.utf8PlainText])
    expectNil("text".suggestedFilename)
    try await expectEqual("text".exported(), Data("text".utf8))
    let file = URL(fileURLWithPath: "/tmp/x")
    expectEqual(file.exportedContentTypes(), [.fileURL, .url])
    try expectEqual(#require(URL(string: "https://example.org")).exportedContentTypes(), [.url])
    let provider = ItemProvider()
    provider.register(Data([1, 2]))
    try await expectEqual(provider.loadTransferable(type: Data.self), Data([1, 2]))
    provider.register("later")
    expectEqual(provider.registeredContentTypes, [.data, .utf8PlainText])
  }

  @Test(.behaviour("IP-221")) func theOrderOfTheImportsDecides() async throws {
    let provider = ItemProvider(types: ["public.html", "public.png"])
    try await expectEqual(provider.loadTransferable(type: Choosy.self).chosen, "image")
    try await expectEqual(
      ItemProvider(types: ["public.html"]).loadTransferable(type: Choosy.self).chosen, "html")
  }

  @Test(.behaviour("IP-222", "IP-223")) func receivedFilesExistUntilTheirClosureReturns() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: try folder.write("text", to: "a.txt"))
    let provider = ItemProvider()
    provider.register(Document(file: url))
    let received = try await provider.loadTransferable(type: Document.self)
    expectEqual(received.text, "text")
    expectNotEqual(received.file, url)
    #expect(!FileManager.default.fileExists(atPath: received.file.path))
    let exported = try await Document(file: url).withExportedFile { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      expectEqual(text, "text")
      return file
    }
    #expect(!FileManager.default.fileExists(atPath: exported.path))
    try await expectEqual(Document(file: url).exported(as: .text), Data("text".utf8))
    let other = try TemporaryFolder()
    let kept = try await Document(file: url).export(to: URL(fileURLWithPath: other.path))
    expectEqual(kept.path, other.path("a.txt"))
    try expectEqual(other.read("a.txt"), Array("text".utf8))
  }

  @Test func oneRepresentationHasSeveralTypesOfFile() async throws {
    let folder = try TemporaryFolder()
    let provider = ItemProvider()
    provider.register(Recording(folder: URL(fileURLWithPath: folder.path)))
    expectEqual(provider.registeredContentTypes, [.mpeg4Audio, .mp3, .wav, .aiff])
    expectEqual(Recording.importedContentTypes(), [.mpeg4Audio, .mp3, .midi, .zip])
    try await expectEqual(provider.text(of: "public.mp3"), "public.mp3")
    try await expectEqual(provider.loadTransferable(type: Recording.self).readAs, .mpeg4Audio)
    let other = ItemProvider(types: ["public.mp3"])
    try await expectEqual(other.loadTransferable(type: Recording.self).readAs, .mp3)
    try await expectEqual(
      ItemProvider(types: ["public.zip-archive"]).loadTransferable(type: Recording.self).readAs,
      .zip)
  }

  @Test func anOriginalFileIsReceivedInPlace() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: try folder.write("text", to: "a.txt"))
    let provider = ItemProvider()
    provider.register(OpenDocument(file: url))
    let received = try await provider.loadTransferable(type: OpenDocument.self)
    expect(received.isOriginal)
    expectEqual(received.file, url)
    try await expectEqual(Document(importing: url).text, "text")
    try expectEqual(folder.names(), ["a.txt"])
  }

  @Test(.behaviour("IP-225")) func aTransferCompletesOnce() async throws {
    let results = Shared(0)
    let progress = ItemProvider(types: ["public.zip-archive"]).loadTransferable(type: Profile.self) {
      result in
      if case .failure(let error as ItemProviderError) = result, error.code == .itemUnavailableError {
        results.change { $0 += 1 }
      }
    }
    progress.cancel()
    try await expect(eventually { results.value == 1 })
    try await Task.sleep(for: .milliseconds(20))
    expectEqual(results.value, 1)
  }

  @Test func aRegisteredValueIsMadeByTheFirstLoad() async throws {
    let made = Shared(0)
    let provider = ItemProvider()
    @Sendable func make() -> String {
      made.change { $0 += 1 }
      return "made"
    }
    provider.register(make())
    expectEqual(made.value, 0)
    try await expectEqual(provider.loadObject(ofClass: String.self), "made")
    try await expectEqual(provider.loadObject(ofClass: String.self), "made")
    expectEqual(made.value, 1)
  }
}
