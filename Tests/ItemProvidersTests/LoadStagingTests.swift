import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing

/// Loads that write to a folder of the receiver.
@Suite struct LoadStagingTests {
  private let folder: TemporaryFolder
  private let staging: LoadStaging

  init() throws {
    folder = try TemporaryFolder()
    staging = LoadStaging(in: try OpenFolder(require(FilePath(folder.path))))
  }

  private func provider(_ text: String) -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = "note"
    provider.registerDataRepresentation(forTypeIdentifier: "public.utf8-plain-text", visibility: .all) {
      $0(Data(text.utf8), nil)
      return nil
    }
    return provider
  }

  private func load(_ provider: ItemProvider) async throws -> LoadedFile {
    try await withCheckedThrowingContinuation { continuation in
      staging.whileCurrent {
        _ = provider.loadFile(forTypeIdentifier: "public.utf8-plain-text") { continuation.resume(with: $0) }
      }
    }
  }

  @Test func aFileIsWrittenUnderANumberAndRemovedWithItsValue() async throws {
    var file: LoadedFile? = try await load(provider("one"))
    try expectEqual(folder.names(), ["0"])
    #expect(file?.preferredName?.string == "note.txt" && file?.path.lastComponent?.string == "0")
    file = nil
    // The thread that completed the load may hold the result a moment longer.
    let path = folder.path("0")
    try await expect(eventually { !FileManager.default.fileExists(atPath: path) })
  }

  @Test func aFileThatIsTakenStays() async throws {
    for (number, text) in ["one", "two"].enumerated() {
      let file = try await load(provider(text))
      expectNil(file.take(from: LoadStaging(in: try OpenFolder(require(FilePath(folder.path))))))
      expectEqual(file.take(from: staging), Int32(number))
      expectNil(file.take(from: staging))
      file.release()
    }
    #expect(try folder.read("0") == Array("one".utf8) && folder.read("1") == Array("two".utf8))
  }

  @Test func aFileThatIsKeptElsewhereIsMoved() async throws {
    let file = try await load(provider("one"))
    try file.keep(at: require(FilePath(folder.path("kept"))))
    try expectEqual(folder.names(), ["kept"])
  }

  @Test func aLoadThatFailsLeavesNothingAndNamesTheFile() async throws {
    let provider = ItemProvider()
    provider.suggestedName = "tree"
    provider.registerFileRepresentation(
      for: "public.utf8-plain-text", kind: .file, visibility: .all, openInPlace: false, isPromised: false,
      byteCount: nil
    ) { _ in
      .tree(name: nil) { path in
        try Folder.create(path)
        try Folder.create(
          path.appending(require(FileName("inner"))).appending(require(FileName("missing"))))
      }
    }
    let error = await expectThrows(ItemProviderError.self) { _ = try await load(provider) }
    let cause = try require(error?.cause as? FileSystemError)
    expect(cause.message.contains("/tree") && cause.message.contains("/inner/missing"), "\(cause)")
    try expectEqual(folder.names(), [])
  }

  @Test func aLoadThatIsStartedOutsideHasAFolderOfItsOwn() async throws {
    _ = try await load(provider("one")).take(from: staging)
    let other = try await provider("two").loadFileRepresentation(forTypeIdentifier: "public.utf8-plain-text")
    #expect(other.path.lastComponent?.string == "note.txt" && other.take(from: staging) == nil)
    try expectEqual(folder.names(), ["0"])
  }
}
