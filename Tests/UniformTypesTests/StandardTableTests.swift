import TestSupport
import Testing

@testable import UniformTypes

@Suite struct StandardTableTests {
  private let table = StandardTypes.table
  private var declarations: [TypeDeclaration] { (0..<table.count).map(StandardTypes.declaration(at:)) }

  @Test func theTableHasAllTypes() {
    expectEqual(table.count, 1367)
    expectEqual(table.position(of: "org.textbundle.package"), 761)
    expectEqual(TypeRegistry.standard.allTypes.map(\.identifier), declarations.map(\.identifier))
  }

  @Test func theFirstLineOfAnEntryIsReadAloneAsInTheWholeDeclaration() {
    for (position, declaration) in declarations.enumerated() {
      expectEqual(table.identifier(at: position), declaration.identifier)
      expectEqual(table.parents(at: position).map(table.identifier(at:)), declaration.parents)
    }
  }

  @Test func identifiersAreValidDifferentAndInLowerCase() {
    var seen: Set<String> = []
    for declaration in declarations {
      expect(TypeIdentifier(declaration.identifier).isValid, "\(declaration.identifier)")
      expectEqual(declaration.identifier, declaration.identifier.lowercased())
      expectEqual(declaration.spelling.lowercased(), declaration.identifier)
      expect(seen.insert(declaration.identifier).inserted, "\(declaration.identifier) is there twice")
    }
  }

  @Test func everyParentIsInTheTable() {
    let types = TypeRegistry.standard.types
    for (position, declaration) in declarations.enumerated() {
      expectEqual(types.parents(of: position).map { types.identifier(at: $0) }, declaration.parents)
    }
  }

  @Test func noTypeConformsToItselfInACircle() throws {
    try TypeRegistry.standard.types.checkForCycles(from: Array(0..<table.count))
  }

  @Test func everyTypeIsFoundByItsIdentifierAndByNoPartOfIt() {
    for (position, declaration) in declarations.enumerated() {
      let identifier = declaration.identifier
      // The first look-up searches, the second one uses the cached answer.
      expectEqual(table.position(of: TypeIdentifier(identifier.uppercased())), position)
      expectEqual(table.position(of: TypeIdentifier(identifier)), position)
      expectEqual(TypeRegistry.standard.declaredType(identifier)?.identifier, identifier)
      expectNil(TypeRegistry.standard.declaredType(identifier + " "))
      expectNil(TypeRegistry.standard.declaredType("export " + identifier))
      expectNil(TypeRegistry.standard.declaredType(String(identifier.dropFirst())))
    }
  }

  @Test func everyTagHasTheShapeOfItsClass() {
    for declaration in declarations {
      for tagClass in StandardTagClass.allCases {
        let tags = declaration.tags[tagClass.tagClass] ?? []
        expectEqual(Set(tags).count, tags.count, "\(declaration.identifier) repeats a tag")
        for tag in tags {
          expectNil(TypeTag.problem(with: tag, tagClass), "\(declaration.identifier): \(tag)")
        }
      }
    }
  }

  @Test func everyExtensionAndMIMETypeLeadsToATypeThatHasIt() {
    for declaration in declarations {
      for tagClass in [UTTagClass.filenameExtension, .mimeType] {
        for tag in declaration.tags[tagClass] ?? [] {
          let types = UTType.types(tag: tag, tagClass: tagClass, conformingTo: nil, in: .standard)
          expect(types.contains { $0.identifier == declaration.identifier }, "\(tag)")
        }
      }
    }
  }

  @Test func aDeclarationWithSpecialCharactersIsTheSameInARegistry() throws {
    let declaration = TypeDeclaration(
      identifier: "com.example.Odd", parents: ["public.data"],
      tags: [
        .osType: ["a\"\\ ", "ƒ\0\n\r"], .pasteboardType: ["\"quoted\" name", " ", "#"],
        .mimeType: ["a/\"b\""],
      ],
      description: "  two\nlines \\ \"and\" spaces  ", referenceURLString: "", version: -3)
    let registry = try TypeRegistry.standard.adding([declaration])
    let type = try require(UTType("com.example.odd", in: registry))
    expectEqual(registry.declaration(of: type), declaration)
  }
}

@Suite struct TypeTableTests {
  @Test func everyFieldIsReadWithItsEscapes() throws {
    let table = #"""
      # a comment
      import public.a
        # another
        extension a "b c"
        mime x/"y" "z/\"\\\n\r\0"
        ostype " a"
        pasteboard ""
        scheme s
        model m
        unreported-extension u
        unreported-mime v/w
        description  two\nlines \\ "and"  spaces
        reference https://example.com/
        version -3
        spelling public.A
        wildcard

      carry public.b: public.a public.c
      export public.c
      """#
    var expected = TypeDeclaration(
      identifier: "public.a", spelling: "public.A",
      tags: [
        .filenameExtension: ["a", "b c"], .mimeType: ["x/\"y\"", "z/\"\\\n\r\0"], .osType: [" a"],
        .pasteboardType: [""], .urlScheme: ["s"], .deviceModelCode: ["m"],
      ],
      description: " two\nlines \\ \"and\"  spaces", referenceURLString: "https://example.com/", version: -3,
      origin: .imported)
    expected.unreportedTags = [.filenameExtension: ["u"], .mimeType: ["v/w"]]
    expected.isWildcard = true
    try expectEqual(
      declarations(table),
      [
        expected,
        TypeDeclaration(identifier: "public.b", parents: ["public.a", "public.c"], origin: .carried),
        TypeDeclaration(identifier: "public.c", origin: .exported),
      ])
  }

  @Test func aTableCutAnywhereIsReadOrRefusedWithTheLine() {
    let text = Array(
      "export public.a: public.b\n  extension a \"b \\\" c\"\nexport public.b\n# x\n\n  version 1\n".utf8)
    for count in 0...text.count {
      do {
        _ = try declarations(text.prefix(count))
      } catch {
        expect(error.message.hasPrefix("line "), "cut after \(count) bytes: \(error)")
      }
    }
  }

  @Test func anyBytesAreReadOrRefused() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("export import public.a:  \n\n\"\\#\u{E9}\0mime".utf8)
    var readCount = 0
    for _ in 0..<Repetitions.count(500, long: 2000) {
      let text = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
        alphabet.randomElement(using: &generator)
      }
      do {
        let declarations = try declarations(text)
        readCount += 1
        // Look-ups are defined only for identifiers that a table may contain.
        for declaration in declarations where !text.contains(UInt8(ascii: "\"")) {
          guard TypeIdentifier(declaration.identifier).isValid, text.allSatisfy({ $0 < 0x80 }) else {
            continue
          }
          let position = try TypeTable(text).position(of: TypeIdentifier(declaration.identifier))
          expectEqual(
            position.map { declarations[$0].identifier }, declaration.identifier, "seed \(seed): \(text)")
        }
      } catch {
        expectEqual(error.code, .malformedTable, "seed \(seed): \(text)")
      }
    }
    expectGreater(readCount, 0, "seed \(seed)")
  }

  @Test(arguments: [
    ("  extension a", "line 1: a field stands before the first type"),
    ("declare public.a", "line 1: a type begins with export, import or carry"),
    ("export", "line 1: the type has no identifier"),
    ("export public.a:", "line 1: parents follow a colon, and a colon is followed by parents"),
    ("export public.a public.b", "line 1: parents follow a colon, and a colon is followed by parents"),
    ("export public.a\n  colour red", "line 2: a type does not have a field of this name"),
    ("export public.a\n\n  extension", "line 3: extension needs a tag"),
    ("export public.a\n  version one", "line 2: “one” is not a whole number"),
    ("export public.a\n  mime a/b\n  mime a/c", "line 3: mime is given twice for public.a"),
  ])
  func aMalformedTableIsRefusedWithTheLine(_ text: String, _ message: String) {
    let error = expectThrows(TypeError.self) { try declarations(text) }
    expectEqual(error?.code, .malformedTable)
    expectEqual(error?.message, message)
  }

  @Test func unknownIdentifiersAreNotFound() throws {
    let table = try TypeTable(Array("export public.a".utf8))
    for number in 0..<5000 {
      expectNil(table.position(of: TypeIdentifier("com.example.t\(number)")))
    }
    expectEqual(table.position(of: "public.a"), 0)
  }

  private func declarations(_ text: String) throws(TypeError) -> [TypeDeclaration] {
    try declarations(Array(text.utf8))
  }

  private func declarations(_ text: some Collection<UInt8>) throws(TypeError) -> [TypeDeclaration] {
    let table = try TypeTable(Array(text))
    var declarations: [TypeDeclaration] = []
    for position in 0..<table.count { declarations.append(try table.declaration(at: position)) }
    return declarations
  }
}

@Suite struct TypeIdentifierTests {
  @Test(arguments: [
    ("public.png", "PUBLIC.Png", true), ("com.Example.Größe", "COM.example.gRÖßE", true),
    ("public.png", "public.pn", false), ("public.png", "public.png ", false), ("a.b", "a-b", false),
    ("", "", true),
  ])
  func identifiersCompareWithoutCase(_ first: String, _ second: String, _ areEqual: Bool) {
    let (first, second) = (TypeIdentifier(first), TypeIdentifier(second))
    expectEqual(first == second, areEqual)
    expectEqual(Set([first, second]).count, areEqual ? 1 : 2)
  }

  @Test(arguments: [
    ("dyn.age80s52", true), ("DYN.", true), ("dyn", false), ("dynamic.a", false), ("public.dyn.a", false),
  ])
  func theDomainOfDynamicTypesIsKnownInAnyCase(_ text: String, _ isDynamic: Bool) {
    expectEqual(TypeIdentifier(text).isDynamic, isDynamic)
  }
}
