import Testing

@testable import UniformTypes

@Suite struct StandardTableTests {
  private let registry = TypeRegistry.standard

  @Test func everyStanzaCanBeReadWhole() throws {
    for position in registry.table.records.indices {
      _ = try registry.table.declaration(at: position)
    }
    #expect(registry.allTypes.count == 762)
  }

  @Test func identifiersAreValidDifferentAndInLowerCase() throws {
    var seen: Set<String> = []
    for declaration in try declarations() {
      #expect(TypeIdentifier.isValid(declaration.identifier), "\(declaration.identifier)")
      #expect(declaration.identifier == declaration.identifier.lowercased())
      #expect(declaration.spelling.lowercased() == declaration.identifier)
      #expect(seen.insert(declaration.identifier).inserted, "\(declaration.identifier) is there twice")
    }
  }

  @Test func noTypeConformsToItselfInACircle() throws {
    try registry.table.checkForCycles(from: registry.table.order)
  }

  @Test func everyTagHasTheShapeOfItsClass() throws {
    for declaration in try declarations() {
      for tagClass in StandardTagClass.allCases {
        let tags = declaration.tags[tagClass.tagClass] ?? []
        #expect(Set(tags).count == tags.count, "\(declaration.identifier) repeats a tag")
        for tag in tags {
          #expect(TypeTag.problem(with: tag, tagClass) == nil, "\(declaration.identifier): \(tag)")
        }
      }
    }
  }

  @Test func everyExtensionAndMIMETypeLeadsToATypeThatHasIt() throws {
    for declaration in try declarations() {
      for tagClass in [UTTagClass.filenameExtension, .mimeType] {
        for tag in declaration.tags[tagClass] ?? [] {
          let types = UTType.types(tag: tag, tagClass: tagClass, conformingTo: nil, in: registry)
          #expect(types.contains { $0.identifier == declaration.identifier }, "\(tag)")
        }
      }
    }
  }

  @Test func aDeclarationIsTheSameAfterWritingAndReading() throws {
    for declaration in try declarations() {
      var reread = TypeDeclaration(
        identifier: declaration.identifier, parents: declaration.parents, origin: declaration.origin)
      let bytes = Array(declaration.stanzaFields.utf8)
      let error = bytes.withUnsafeBufferPointer { bytes -> TypeError? in
        do throws(TypeError) {
          try reread.readFields(of: bytes, in: 0..<bytes.count, firstLine: 0)
          return nil
        } catch { return error }
      }
      #expect(error == nil)
      #expect(reread == declaration)
    }
  }

  @Test func aDeclarationWithSpecialCharactersIsTheSameAfterWritingAndReading() throws {
    let declaration = TypeDeclaration(
      identifier: "com.example.Odd", parents: ["public.data"],
      tags: [
        .osType: ["a\"\\ ", "ƒ\0\n\r"], .pasteboardType: ["\"quoted\" name", " ", "#"],
        .mimeType: ["a/\"b\""],
      ],
      description: "  two\nlines \\ \"and\" spaces  ", referenceAddress: "", version: -3)
    let registry = try TypeRegistry.standard.adding([declaration])
    let type = try #require(UTType("com.example.odd", in: registry))
    #expect(registry.declaration(of: type) == declaration)
  }

  @Test func aTableCutAnywhereIsReadOrRefused() {
    let text = Array(
      "export public.a: public.b\n  extension a \"b \\\" c\"\nexport public.b\n# x\n\n  version 1\n".utf8)
    for count in 0...text.count {
      do {
        let table = try TypeTable(text: Array(text.prefix(count)))
        for position in table.records.indices { _ = try table.declaration(at: position) }
      } catch {
        #expect(error.message.hasPrefix("line "), "cut after \(count) bytes: \(error)")
      }
    }
  }

  @Test(arguments: [
    ("  extension a", "line 1: a field stands before the first type"),
    ("declare public.a", "line 1: a type begins with export, import or carry"),
    ("export", "line 1: the type has no identifier"),
    ("export public.a:", "line 1: parents follow a colon, and a colon is followed by parents"),
    ("export public.a public.b", "line 1: parents follow a colon, and a colon is followed by parents"),
    ("export public.a\nexport public.a", "line 2: public.a is declared twice"),
    ("export public.a: public.b", "line 1: nothing declares the parent public.b"),
  ])
  func aMalformedTableIsRefusedWithTheLine(_ text: String, _ message: String) {
    let error = #expect(throws: TypeError.self) { try TypeTable(text: Array(text.utf8)) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("export public.a\n  colour red", "line 2: there is no field of this name for a type"),
    ("export public.a\n\n  extension", "line 3: extension needs a tag"),
    ("export public.a\n  version one", "line 2: “one” is not a whole number"),
    ("export public.a\n  mime a/b\n  mime a/c", "line 3: mime is given twice for public.a"),
  ])
  func aMalformedFieldIsRefusedWithTheLine(_ text: String, _ message: String) throws {
    let table = try TypeTable(text: Array(text.utf8))
    let error = #expect(throws: TypeError.self) { try table.declaration(at: 0) }
    #expect(error?.message == message)
  }

  private func declarations() throws -> [TypeDeclaration] {
    try registry.table.records.indices.map { try registry.table.declaration(at: $0) }
  }
}
