import FileSystem
import Foundation
import ProviderBundles
import TestSupport
import Testing

@Suite struct LibraryExampleTests {
  @Test func theExampleOfTheReadmeDoesWhatItSays() async throws {
    let folder = try TemporaryFolder()
    let path = try #require(FilePath(folder.path("note.dragbundle")))
    #expect(try await keepNote(in: path) == "Hello, world")
    #expect(
      try ProviderBundle(opening: path).items[0].representations.map(\.typeIdentifier)
        == ["public.html", "public.utf8-plain-text"])
  }
}
