import Foundation
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
    #expect(folder.appendingPathComponent(name, conformingTo: type).path == "/pictures/\(expected)")
    var url = folder
    url.appendPathComponent(name, conformingTo: type)
    #expect(url.path == "/pictures/\(expected)")
    let file = URL(fileURLWithPath: "/pictures/\(name)", isDirectory: false)
    #expect(file.appendingPathExtension(for: type).path == "/pictures/\(expected)")
    var changed = file
    changed.appendPathExtension(for: type)
    #expect(changed.path == "/pictures/\(expected)")
  }

  @Test func aFolderTypeGivesADirectoryURL() {
    #expect(
      folder.appendingPathComponent("Notes", conformingTo: .rtfd).absoluteString
        == "file:///pictures/Notes.rtfd/")
    #expect(
      folder.appendingPathComponent("Notes", conformingTo: .folder).absoluteString
        == "file:///pictures/Notes/")
    #expect(
      folder.appendingPathComponent("Notes", conformingTo: .rtf).absoluteString
        == "file:///pictures/Notes.rtf")
    let notes = URL(fileURLWithPath: "/pictures/Notes", isDirectory: false)
    #expect(notes.appendingPathExtension(for: .rtfd).absoluteString == "file:///pictures/Notes.rtfd/")
  }

  @Test func aDynamicTypesOwnExtensionSuitsIt() throws {
    let type = try #require(UTType(filenameExtension: "zzyzx"))
    #expect(folder.appendingPathComponent("a.zzyzx", conformingTo: type).lastPathComponent == "a.zzyzx")
    #expect(folder.appendingPathComponent("a", conformingTo: type).lastPathComponent == "a.zzyzx")
  }

  @Test func aURLWithoutALastComponentStays() throws {
    for text in ["https://example.com", "file:///"] {
      let url = try #require(URL(string: text))
      #expect(url.appendingPathExtension(for: .jpeg) == url)
    }
  }

  @Test func theReferenceURLIsTheDeclarations() throws {
    let documented = try #require(
      TypeRegistry.standard.allTypes.first {
        TypeRegistry.standard.declaration(of: $0)?.referenceAddress != nil
      })
    #expect(
      documented.referenceURL?.absoluteString
        == TypeRegistry.standard.declaration(of: documented)?.referenceAddress)
    #expect(UTType.data.referenceURL == nil)
  }
}
