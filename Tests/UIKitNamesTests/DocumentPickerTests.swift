#if !canImport(Darwin)
  import Foundation
  import TestSupport; import Testing
  import UIKitNames

  @MainActor
  struct DocumentPickerTests {
    @Test func documentsOfTheSameNameAreOpenedAsCopies() throws {
      let files = FileManager.default
      let folder = files.temporaryDirectory.appendingPathComponent("documents-\(UUID().uuidString)")
      let documents = ["a", "b"].map { folder.appendingPathComponent("\($0)/text.txt") }
      for document in documents {
        let parent = document.deletingLastPathComponent()
        try files.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(parent.lastPathComponent.utf8).write(to: document)
      }
      defer { #expect(throws: Never.self) { try files.removeItem(at: folder) } }
      let picker = UIDocumentPickerViewController(documentTypes: ["public.text"], in: .import)
      picker.allowsMultipleSelection = true
      let copies = try picker.choose(documents)
      try expectEqual(copies.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }, ["a", "b"])
      expectEqual(copies.map(\.lastPathComponent), ["text.txt", "text.txt"])
      for copy in copies { try files.removeItem(at: copy.deletingLastPathComponent()) }
    }
  }
#endif
