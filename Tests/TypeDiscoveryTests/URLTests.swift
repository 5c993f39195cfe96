import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

struct URLTests {
  let folder = URL(fileURLWithPath: "/pictures", isDirectory: true)

  @Test(arguments: [
    ("puppy.jpg", UTType.image, "puppy.jpg"), ("puppy.jpg", .plainText, "puppy.jpg.txt"),
    ("readme", .plainText, "readme.txt"),
    ("puppy.JPEG", .jpeg, "puppy.JPEG"), ("puppy", .image, "puppy"),
    ("puppy.zzyzx", .jpeg, "puppy.zzyzx.jpeg"),
    (".profile", .plainText, ".profile.txt"), ("archive.tar", .gzip, "archive.tar.gz"),
  ])
  func aComponentGetsAnExtensionOnlyWhenItsOwnDoesNotSuit(_ name: String, _ type: UTType, _ expected: String)
  {
    expectEqual(folder.appendingPathComponent(name, conformingTo: type).path, "/pictures/\(expected)")
    var url = folder
    url.appendPathComponent(name, conformingTo: type)
    expectEqual(url.path, "/pictures/\(expected)")
    let file = URL(fileURLWithPath: "/pictures/\(name)", isDirectory: false)
    expectEqual(file.appendingPathExtension(for: type).path, "/pictures/\(expected)")
    var changed = file
    changed.appendPathExtension(for: type)
    expectEqual(changed.path, "/pictures/\(expected)")
    expectEqual("/pictures".appendingPathComponent(name, conformingTo: type), "/pictures/\(expected)")
    expectEqual("/pictures/\(name)".appendingPathExtension(for: type), "/pictures/\(expected)")
  }

  @Test func aFolderTypeGivesADirectoryURL() {
    expectEqual(
      folder.appendingPathComponent("Notes", conformingTo: .rtfd).absoluteString,
      "file:///pictures/Notes.rtfd/")
    expectEqual(
      folder.appendingPathComponent("Notes", conformingTo: .folder).absoluteString,
      "file:///pictures/Notes/")
    expectEqual(
      folder.appendingPathComponent("Notes", conformingTo: .rtf).absoluteString,
      "file:///pictures/Notes.rtf")
    let notes = URL(fileURLWithPath: "/pictures/Notes", isDirectory: false)
    expectEqual(notes.appendingPathExtension(for: .rtfd).absoluteString, "file:///pictures/Notes.rtfd/")
  }

  @Test func aDynamicTypesOwnExtensionSuitsIt() throws {
    let type = try require(UTType(filenameExtension: "zzyzx"))
    expectEqual(folder.appendingPathComponent("a.zzyzx", conformingTo: type).lastPathComponent, "a.zzyzx")
    expectEqual(folder.appendingPathComponent("a", conformingTo: type).lastPathComponent, "a.zzyzx")
  }

  @Test func aPathIsJoinedByOneSlashAndOneWithoutANameStays() {
    expectEqual("".appendingPathComponent("a", conformingTo: .png), "a.png")
    expectEqual("b/".appendingPathComponent("a", conformingTo: .png), "b/a.png")
    expectEqual("b/a/".appendingPathExtension(for: .rtfd), "b/a.rtfd/")
    for path in ["", "/"] { expectEqual(path.appendingPathExtension(for: .png), path) }
  }

  @Test func aURLWithoutALastComponentStays() throws {
    for text in ["https://example.com", "file:///"] {
      let url = try require(URL(string: text))
      expectEqual(url.appendingPathExtension(for: .jpeg), url)
    }
  }

  @Test func aFileURLNamesTheSameFileAsItsPath() throws {
    let temporary = try TemporaryFolder()
    let folder = URL(fileURLWithPath: temporary.path, isDirectory: true)
    let file = folder.appendingPathComponent("50% ö.txt")
    try Data("text".utf8).write(to: file)
    let detector = TypeDetector(registry: .standard)
    try expectEqual(detector.detect(file), detector.detect(try temporary.filePath("50% ö.txt")))
    let declarations = folder.appendingPathComponent("types.json")
    try Data(DeclarationFileTests.json.utf8).write(to: declarations)
    try expectEqual(
      DeclarationFile(contentsOf: declarations).declarations, DeclarationFileTests.declarations)
    try expectEmpty(SharedMimeDatabase(folders: [folder]).mimeTypes)
  }

  @Test func aURLThatIsNotAFilesIsRefused() throws {
    let url = try #require(URL(string: "https://example.com/types.json"))
    for attempt: () throws -> Void in [
      { _ = try TypeDetector(registry: .standard).detect(url) }, { _ = try DeclarationFile(contentsOf: url) },
      { _ = try SharedMimeDatabase(folders: [url]) },
    ] {
      let error = try requireThrows(DiscoveryError.self) { try attempt() }
      #expect(error.code == .fileSystem && error.message.contains("https://example.com/types.json"))
    }
  }

  @Test func theReferenceURLIsTheDeclarations() throws {
    let documented = try require(
      TypeRegistry.standard.allTypes.first {
        TypeRegistry.standard.declaration(of: $0)?.referenceURLString != nil
      })
    expectEqual(
      documented.referenceURL?.absoluteString,
      TypeRegistry.standard.declaration(of: documented)?.referenceURLString)
    expectNil(UTType.data.referenceURL)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The rules for paths and URLs that `URLTests` and `TypeDetectorTests` do not cover.
struct PathRuleTests {
  let folder = URL(fileURLWithPath: "/pictures", isDirectory: true)

  @Test(arguments: [
    // An extension fits if any of its types conforms, even if it is not the first one.
    ("song.mp4", UTType.audio, "song.mp4"), ("Letter.pages", .package, "Letter.pages"),
    ("list.plist", .binaryPropertyList, "list.plist"), ("page.xhtml", .xml, "page.xhtml"),
    // The last of several extensions counts.
    ("site.html.erb", .html, "site.html.erb.html"), ("a.txt.html", .html, "a.txt.html"),
    // If the type has no extension, the name is unchanged, whatever extension it has.
    ("puppy.txt", .image, "puppy.txt"), ("notes", .data, "notes"),
    ("1. Introduction", .plainText, "1. Introduction.txt"),
  ])
  func anExtensionSuitsWhenATypeThatHasItConforms(_ name: String, _ type: UTType, _ expected: String) {
    expectEqual(folder.appendingPathComponent(name, conformingTo: type).lastPathComponent, expected)
    let file = folder.appendingPathComponent(name, isDirectory: false)
    expectEqual(file.appendingPathExtension(for: type).lastPathComponent, expected)
  }

  @Test func aNameThatSuitsAFolderTypeGetsASlashAndAURLThatSuitsIsUnchanged() {
    let notes = folder.appendingPathComponent("Notes.rtfd", conformingTo: .rtfd)
    expectEqual(notes.absoluteString, "file:///pictures/Notes.rtfd/")
    let file = URL(fileURLWithPath: "/pictures/Notes.rtfd", isDirectory: false)
    expectEqual(file.appendingPathExtension(for: .rtfd), file)
  }

  @Test func aURLThatIsNotAFileURLIsNamedLikeOne() throws {
    let url = try #require(URL(string: "https://example.com/pictures/puppy?size=1"))
    expectEqual(url.appendingPathExtension(for: .png).path, "/pictures/puppy.png")
    expectEqual(url.appendingPathExtension(for: .png).scheme, "https")
  }

  @Test func aMissingFileIsAnErrorThatNamesIt() throws {
    let folder = try TemporaryFolder()
    let error = try requireThrows(DiscoveryError.self) {
      try TypeDetector(registry: .standard).detect(try folder.filePath("nothing.txt"))
    }
    #expect(error.code == .fileSystem && error.message.contains("nothing.txt"))
    expectEqual((error.cause as? FileSystemError)?.code, .notFound)
  }

  @Test func aSocketIsASocketWhateverItsName() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.txt")
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, stream, 0)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    try #require(path.utf8.count < capacity)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try requireEqual(bound, 0)
    let found = try TypeDetector(registry: .standard).detect(try folder.filePath("s.txt"))
    expectEqual(found.type.identifier, "public.socket")
  }

  @Test(arguments: ["public.named-pipe", "public.socket", "public.character-special", "public.block-special"])
  func theTypesOfSpecialFilesAreDeclared(_ identifier: String) {
    expectEqual(UTType(identifier)?.conforms(to: .item), true)
  }
}
