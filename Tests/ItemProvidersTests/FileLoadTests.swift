import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

struct FileLoadTests {
  @Test(.behaviour("IP-070", "IP-077", "IP-078")) func bytesAreLoadedAsAFileInAFolderOfItsOwn() async throws {
    let provider = ItemProvider(types: ["public.png"])
    provider.suggestedName = "icon"
    let first = try await provider.loadFileRepresentation(for: .png)
    let second = try await provider.loadFileRepresentation(for: .image)
    try expectEqual(Data(contentsOf: first.url), Data("public.png".utf8))
    try expectEqual(first.url.lastPathComponent, "icon.png")
    try expectEqual(second.url.lastPathComponent, "icon.png")
    expectNotEqual(first.path.parent, second.path.parent)
    #expect(!first.isInPlace && !first.isFolder)
    let siblings = try FileManager.default.contentsOfDirectory(
      atPath: first.url.deletingLastPathComponent().path)
    expectEqual(siblings, ["icon.png"])
  }

  @Test(.behaviour("IP-071", "IP-014", "IP-080")) func aLoadedFileIsACopy() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: try folder.write("original", to: "foo.txt"))
    let provider = ItemProvider(contentsOf: url, contentType: nil)
    let file = try await provider.loadFileRepresentation(for: .plainText, openInPlace: true)
    expect(!file.isInPlace)
    try expectNotEqual(file.url, url)
    try Data("changed".utf8).write(to: url)
    try expectEqual(Data(contentsOf: file.url), Data("original".utf8))
    try Data("mine".utf8).write(to: file.url)
    try expectEqual(folder.read("foo.txt"), Array("changed".utf8))
  }

  @Test(.behaviour("IP-072", "G-1")) func theCompletionFormDeletesTheFileAfterwards() async throws {
    let provider = ItemProvider(types: ["public.png"])
    let answer: Reported<URL> = await reported { completion in
      provider.loadFileRepresentation(forTypeIdentifier: "public.png") { url, error in
        expectEqual(url.map { FileManager.default.fileExists(atPath: $0.path) }, true)
        completion(url, error)
      }
    }
    let url = try require(answer.value)
    try await expect(
      eventually { !FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path) })
  }

  @Test(.behaviour("IP-073")) func aFileThatTheCompletionMovesIsKept() async throws {
    let folder = try TemporaryFolder(besideLoads: true)
    let kept = URL(fileURLWithPath: folder.path("kept.png"))
    let linked = folder.path("linked.png")
    let provider = ItemProvider(types: ["public.png"])
    let answer: Reported<Bool> = await reported { completion in
      provider.loadFileRepresentation(for: .png) { url, _, error in
        do {
          let url = try require(url)
          try FileManager.default.linkItem(atPath: url.path, toPath: linked)
          try FileManager.default.moveItem(at: url, to: kept)
          completion(true, nil)
        } catch { completion(nil, error) }
      }
    }
    expectEqual(answer.value, true)
    try expectEqual(folder.read("kept.png"), Array("public.png".utf8))
    try expectEqual(folder.read("linked.png"), Array("public.png".utf8))
  }

  @Test(.behaviour("IP-074", "IP-090")) func aFolderIsCopiedWithItsTree() async throws {
    let folder = try TemporaryFolder()
    let tree = URL(fileURLWithPath: folder.path("tree.d"), isDirectory: true)
    try FileManager.default.createDirectory(
      at: tree.appending(path: "sub/deep"), withIntermediateDirectories: true)
    try folder.write("one", to: "tree.d/archive.zip")
    try folder.write("two", to: "tree.d/sub/deep/file.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("tree.d/sub/link"), withDestinationPath: "deep/file.txt")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("tree.d/archive.zip"))
    let provider = ItemProvider()
    provider.suggestedName = "some.directory"
    provider.registerFileRepresentation(for: .folder) { completion in
      completion(tree, false, nil)
      return nil
    }
    let file = try await provider.loadFileRepresentation(for: .folder)
    expect(file.isFolder)
    let copy = try file.url
    expectEqual(copy.lastPathComponent, "some.directory")
    try expectEqual(
      FileManager.default.subpathsOfDirectory(atPath: copy.path).sorted(),
      [
        "archive.zip", "sub", "sub/deep", "sub/deep/file.txt", "sub/link",
      ])
    try expectEqual(Data(contentsOf: copy.appending(path: "sub/deep/file.txt")), Data("two".utf8))
    try expectEqual(
      FileManager.default.destinationOfSymbolicLink(atPath: copy.appending(path: "sub/link").path),
      "deep/file.txt")
    #expect(FileManager.default.isExecutableFile(atPath: copy.appending(path: "archive.zip").path))
  }

  @Test(.behaviour("IP-079", "IP-086")) func bytesAreNeverInPlace() async throws {
    let provider = ItemProvider(types: ["public.png"])
    try await expectEqual(provider.loadFileRepresentation(for: .png, openInPlace: true).isInPlace, false)
  }

  @Test(.behaviour("IP-081")) func aTypeWithoutAConformingRepresentationGivesNoFile() async throws {
    let answer: Reported<URL> = await reported {
      ItemProvider(types: ["public.png"]).loadFileRepresentation(
        forTypeIdentifier: "public.jpeg", completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .itemUnavailableError)
  }

  @Test(.behaviour("IP-100")) func aReceivedFileIsOfferedAgainUnchanged() async throws {
    let folder = try TemporaryFolder()
    let received = ItemProvider(types: ["com.adobe.pdf"])
    received.suggestedName = "document.pdf"
    let file = try await received.loadFileRepresentation(for: .pdf)
    let kept = URL(fileURLWithPath: folder.path(try require(file.path.lastComponent?.string)))
    try file.keep(at: kept)
    let offered = ItemProvider(contentsOf: kept, contentType: .pdf)
    offered.preferredPresentationStyle = .attachment
    expectEqual(offered.suggestedName, "document.pdf")
    expectEqual(offered.fileTypeIdentifiers, ["com.adobe.pdf"])
    try await expectEqual(offered.text(of: "com.adobe.pdf"), "com.adobe.pdf")
  }

  /// If a source fails while it writes, the load gives an error and leaves no file.
  @Test(.behaviour("G-29"), arguments: [false, true]) func aPartialFileIsNeverDelivered(isFolder: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let made = Shared<FilePath?>(nil)
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: "public.folder") { _ in
      .tree(name: FileName("tree")) { path in
        made.change { $0 = path }
        try Folder.create(path)
        throw SourceError()
      }
    }
    let gone = URL(fileURLWithPath: folder.path("gone"), isDirectory: false)
    provider.registerFileRepresentation(for: .png) { completion in
      completion(gone, false, nil)
      return nil
    }
    let answer: Reported<URL> = await reported {
      provider.loadFileRepresentation(
        forTypeIdentifier: isFolder ? "public.folder" : "public.png", completionHandler: $0)
    }
    expectNil(answer.value)
    expectNotNil(answer.providerError?.cause)
    if isFolder {
      let path = try require(made.value)
      try expectNil(FileStatus.ifPresent(path))
      try expectNil(FileStatus.ifPresent(path.parent))
    }
  }

  /// On Linux shared memory is a separate device.
  @Test(.behaviour("G-29"), arguments: [false, true]) func aFileKeptOnAnotherDeviceIsComplete(
    isFolder: Bool
  )
    async throws
  {
    let name = "proffer-test-\(UInt64.random(in: 0...UInt64.max))"
    let place = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let url = URL(fileURLWithPath: place).appending(path: name)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: url) } }
    let provider = ItemProvider(types: ["public.png"])
    provider.registerFileRepresentation(for: "public.folder") { _ in
      .tree(name: nil) { path in
        try Folder.create(path)
        guard let name = FileName("a") else { return }
        try Array("a".utf8).withUnsafeBytes { try OpenFile.creating(path.appending(name)).write($0, at: 0) }
      }
    }
    let file = try await provider.loadFileRepresentation(for: isFolder ? .folder : .png)
    try file.keep(at: url)
    let content = isFolder ? url.appending(path: "a") : url
    try expectEqual(Data(contentsOf: content), Data((isFolder ? "a" : "public.png").utf8))
    try expectNil(FileStatus.ifPresent(file.path))
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: place).filter { $0.contains(name) }, [name])
  }

  @Test(.behaviour("IP-085", "G-2", "G-24")) func anInPlaceFileIsTheSourcesOwnFile() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: try folder.write("original", to: "foo.txt"))
    let provider = ItemProvider(contentsOf: url, contentType: .plainText, openInPlace: true)
    let answer: Reported<URL> = await reported { completion in
      provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.plain-text") {
        url, isInPlace, error in
        expect(isInPlace)
        completion(url, error)
      }
    }
    expectEqual(answer.value, url)
    var file: LoadedFile? = try await provider.loadFileRepresentation(for: .plainText, openInPlace: true)
    expectEqual(file?.isInPlace, true)
    file?.release()
    file = nil
    try expectEqual(folder.read("foo.txt"), Array("original".utf8))
    // Without the option the same representation is copied.
    #expect(try await provider.loadFileRepresentation(for: .plainText).isInPlace == false)
  }

  @Test(.behaviour("IP-086", "IP-087")) func aLocalCopyExistsUntilItIsReleased() async throws {
    let provider = ItemProvider(types: ["public.png"])
    let answer: Reported<URL> = await reported { completion in
      provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.png") { url, isInPlace, error in
        expect(!isInPlace)
        completion(url, error)
      }
    }
    let url = try require(answer.value)
    try await Task.sleep(for: .milliseconds(20))
    #expect(FileManager.default.fileExists(atPath: url.path))
    ItemProvider.releaseLocalCopy(at: url)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func releasingALoadedFileDeletesIt() async throws {
    let provider = ItemProvider(types: ["public.png"])
    var file: LoadedFile? = try await provider.loadFileRepresentation(for: .png)
    let path = try require(file?.path.string)
    #expect(FileManager.default.fileExists(atPath: path))
    file = nil
    // The thread that completed the load may hold the result a moment longer.
    #expect(try await eventually { !FileManager.default.fileExists(atPath: path) })
    let released = try await provider.loadFileRepresentation(for: .png)
    released.release()
    released.release()
    #expect(!FileManager.default.fileExists(atPath: try released.url.path))
  }

  @Test func aKeptFileExistsAfterItsValueIsReleased() async throws {
    let folder = try TemporaryFolder()
    let destination = try require(FilePath(folder.path("kept.png")))
    do {
      let file = try await ItemProvider(types: ["public.png"]).loadFileRepresentation(for: .png)
      try file.keep(at: destination)
    }
    try expectEqual(folder.read("kept.png"), Array("public.png".utf8))
    let second = try await ItemProvider(types: ["public.png"]).loadFileRepresentation(for: .png)
    let refusal = expectThrows(FileSystemError.self) { try second.keep(at: destination) }
    expectEqual(refusal?.code, .alreadyExists)
    #expect(FileManager.default.fileExists(atPath: try second.url.path))
  }

  @Test func keepingAnInPlaceFileCopiesIt() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: try folder.write("original", to: "foo.txt"))
    let provider = ItemProvider(contentsOf: url, contentType: .plainText, openInPlace: true)
    try await provider.loadFileRepresentation(for: .plainText, openInPlace: true).keep(
      at: URL(fileURLWithPath: folder.path("copy.txt")))
    try expectEqual(folder.names(), ["copy.txt", "foo.txt"])
  }

  @Test func aSourceMayRemoveItsFileAfterItsCompletion() async throws {
    let folder = try TemporaryFolder()
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: .plainText) { completion in
      do {
        let url = URL(fileURLWithPath: try folder.write("short-lived", to: "foo.txt"))
        completion(url, false, nil)
        try FileManager.default.removeItem(at: url)
      } catch { completion(nil, false, error) }
      return nil
    }
    let file = try await provider.loadFileRepresentation(for: .plainText)
    try expectEqual(Data(contentsOf: file.url), Data("short-lived".utf8))
    try await expectEqual(provider.text(of: "public.plain-text"), "short-lived")
  }

  @Test func aNameThatIsNotUTF8HasAPathAndNoURL() async throws {
    let folder = try TemporaryFolder()
    let name = try require(FileName(bytes: [0x66, 0xFF]))
    let path = try require(FilePath(folder.path)).appending(name)
    let bytes = Array("odd".utf8)
    try bytes.withUnsafeBytes { try OpenFile.creating(path).write($0, at: 0) }
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: "public.data") { _ in .file(path, isInPlace: true) }
    let file = try await provider.loadFileRepresentation(for: .data)
    expectEqual(file.path.lastComponent, name)
    let refusal = expectThrows(ItemProviderError.self) { try file.url }
    expectEqual(refusal?.code, .pathNotRepresentableError)
    let answer: Reported<URL> = await reported {
      provider.loadFileRepresentation(forTypeIdentifier: "public.data", completionHandler: $0)
    }
    expectEqual(answer.providerError?.code, .pathNotRepresentableError)
  }

  @Test func aRangeOfAnOpenFileIsLoadedInEveryForm() async throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let source = try require(FilePath(try folder.write(bytes, to: "archive")))
    let file = try OpenFile.reading(source)
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: "public.png", byteCount: 100_000) { _ in
      .range(file, offset: 4096, byteCount: 100_000, name: FileName("inner.png"))
    }
    let expected = Data(bytes[4096..<104_096])
    try await expectEqual(provider.loadDataRepresentation(for: .png), expected)
    let loaded = try await provider.loadFileRepresentation(for: .png)
    try expectEqual(Data(contentsOf: loaded.url), expected)
    try expectEqual(loaded.url.lastPathComponent, "inner.png")
    provider.registerFileRepresentation(for: "public.jpeg", kind: .data, isPromised: true) { _ in
      .data(Data([1]))
    }
    expectEqual(provider.offers.map(\.byteCount), [100_000, nil])
    expectEqual(provider.offers.map(\.kind), [.file, .data])
    expectEqual(provider.offers.map(\.isPromised), [false, true])
    guard case .range(_, 4096, 100_000, _) = try await provider.contents(at: 0) else {
      Issue.record("the contents are not the range")
      return
    }
  }

  @Test func aTreeIsWrittenToTheLoadsFolder() async throws {
    let folder = try TemporaryFolder()
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: "public.folder") { _ in
      .tree(name: FileName("tree")) { path in
        try Folder.create(path)
        guard let name = FileName("a.txt") else { return }
        try Array("a".utf8).withUnsafeBytes { try OpenFile.creating(path.appending(name)).write($0, at: 0) }
      }
    }
    let loaded = try await provider.loadFileRepresentation(for: .folder)
    expect(loaded.isFolder)
    try expectEqual(Data(contentsOf: loaded.url.appending(path: "a.txt")), Data("a".utf8))
    let archive = try await provider.loadDataRepresentation(for: .folder)
    try folder.write([UInt8](archive), to: "tree.zip")
    let listing = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-m", "zipfile", "-l", folder.path("tree.zip")])
    expect(listing.text.contains("tree/a.txt"), listing.text)
  }

  @Test func aFileLoadedForACallIsDeletedAfterIt() async throws {
    let provider = ItemProvider(types: ["public.png"])
    provider.suggestedName = "icon"
    let left = try await provider.withLoadedFile(for: .png) { url in
      expectEqual(url.lastPathComponent, "icon.png")
      let bytes = try Data(contentsOf: url)
      expectEqual(bytes, Data("public.png".utf8))
      return url
    }
    #expect(!FileManager.default.fileExists(atPath: left.path))
    let thrown = Shared<URL?>(nil)
    await expectThrows(SourceError.self) {
      try await provider.withLoadedFile(forTypeIdentifier: "public.image") { url in
        thrown.change { $0 = url }
        throw SourceError()
      }
    }
    let lent = try require(thrown.value)
    #expect(!FileManager.default.fileExists(atPath: lent.path))
  }

  @Test func theFileExistsWhileItsURLIsLent() async throws {
    let provider = ItemProvider(types: ["public.png"])
    let text = try await provider.loadFileRepresentation(for: .png).withURL {
      try String(contentsOf: $0, encoding: .utf8)
    }
    expectEqual(text, "public.png")
    let later = try await provider.loadFileRepresentation(for: .png).withURL { url in
      await Task.yield()
      return try String(contentsOf: url, encoding: .utf8)
    }
    expectEqual(later, "public.png")
  }
}
