import TestSupport
import Testing
import UniformTypes

@Suite struct ConformanceTests {
  @Test(arguments: [
    (UTType.png, UTType.image), (.png, .data), (.png, .item), (.png, .content), (.json, .text),
    (.swiftSource, .plainText),
    (.folder, .directory), (.bundle, .directory), (.framework, .bundle), (.zip, .archive), (.usdz, .usd),
    (.rtfd, .package), (.mp3, .audiovisualContent), (.markdown, .utf8PlainText),
    (.unixExecutable, .executable),
    (.symbolicLink, .resolvable), (.symbolicLink, .item), (.heic, .image), (.geoJSON, .json),
  ])
  func aTypeConformsToItsSupertypes(_ type: UTType, _ supertype: UTType) {
    #expect(type.conforms(to: supertype))
    #expect(type.isSubtype(of: supertype))
    #expect(supertype.isSupertype(of: type))
    expect(type.supertypes.contains(supertype), type.supertypes)
    #expect(!supertype.conforms(to: type))
    #expect(!supertype.isSubtype(of: type))
    #expect(!type.isSupertype(of: supertype))
  }

  @Test func functionalRootsHaveNoSupertypes() {
    let roots: [UTType] = [
      .content, .archive, .executable, .database, .playlist, .message, .contact, .toDoItem, .calendarEvent,
      .bookmark,
      .resolvable, .livePhoto, .presentation, .spreadsheet,
    ]
    for root in roots { expectEmpty(root.supertypes, "\(root)") }
  }

  @Test func conformanceFollowsTheSystemWhereHeadersDiffer() {
    expect(!UTType.executable.conforms(to: .item))
    expect(!UTType.mpeg4Audio.conforms(to: .mpeg4Movie))
  }

  @Test func conformanceIsReflexiveAndASubtypeIsAnotherType() {
    for type in TypeRegistry.standard.allTypes {
      #expect(type.conforms(to: type))
      #expect(!type.isSubtype(of: type))
      #expect(!type.isSupertype(of: type))
      expect(!type.supertypes.contains(type), type.supertypes)
    }
  }

  @Test func conformanceIsTransitiveAndNeverMutual() {
    for type in TypeRegistry.standard.allTypes {
      let supertypes = type.supertypes
      for supertype in supertypes {
        expect(supertype.supertypes.isSubset(of: supertypes), "\(type) → \(supertype)")
        for further in supertype.supertypes { expect(type.conforms(to: further), "\(type) → \(further)") }
        expect(!supertype.conforms(to: type), "\(type) ↔ \(supertype)")
      }
    }
  }

  @Test func conformanceFollowsFromTheParents() {
    let registry = TypeRegistry.standard
    for type in registry.allTypes {
      let expected = registry.parents(of: type).reduce(into: Set<UTType>()) { all, parent in
        all.formUnion(parent.supertypes)
        all.insert(parent)
      }
      expectEqual(type.supertypes, expected, "\(type)")
    }
  }

  @Test func supertypesAreOrderedNearestFirst() {
    expectEqual(
      TypeRegistry.standard.orderedSupertypes(of: .geoJSON), [.json, .text, .data, .content, .item])
    let scripts = TypeRegistry.standard.orderedSupertypes(of: .javaScript)
    expectEqual(scripts.prefix(2), [.script, .executable])
  }

  @Test func childrenAreTheTypesThatNameTheParent() {
    let registry = TypeRegistry.standard
    var expected: [UTType: [UTType]] = [:]
    for type in registry.allTypes {
      for parent in registry.parents(of: type) { expected[parent, default: []].append(type) }
    }
    #expect(expected[.image] != nil && expected[.data] != nil)
    for type in registry.allTypes {
      expectEqual(registry.children(of: type), expected[type] ?? [], "\(type)")
    }
  }

  @Test(arguments: [
    ("public.png", "public.image", true), ("PUBLIC.PNG", "Public.Image", true),
    ("public.image", "public.png", false),
    ("com.example.unknown", "com.example.unknown", true),
    ("com.example.Unknown", "com.example.uNKNOWN", true),
    ("com.example.unknown", "public.data", false), ("public.data", "com.example.unknown", false),
    ("not an identifier", "not an identifier", true), ("not an identifier", "public.item", false),
    ("", "", true),
    ("dyn.ah62d4rv4ge80s52", "public.data", true), ("dyn.ah62d4rv4ge80s52", "public.text", false),
    ("dyn.nonsense!", "public.data", false), ("dyn.nonsense!", "DYN.nonsense!", true),
  ])
  func identifiersConformLikeTheirTypes(_ identifier: String, _ other: String, _ expected: Bool) {
    expectEqual(TypeRegistry.standard.conforms(identifier: identifier, to: other), expected)
  }

  @Test func answersAreTheSameFromManyThreads() async {
    // A fresh registry computes the closure of a type on demand; here many tasks ask for the same types at
    // once.
    for _ in 0..<Repetitions.count(4, long: 20) {
      guard let registry = try? TypeRegistry.standard.adding([]) else { return }
      let counts = await withTaskGroup(of: Int.self, returning: Set<Int>.self) { group in
        for _ in 0..<8 {
          group.addTask {
            registry.allTypes.reduce(0) { $0 + (registry.conforms($1, to: .item) ? 1 : 0) }
              + (UTType(filenameExtension: "png", in: registry) == .png ? 1000 : 0)
          }
        }
        return await group.reduce(into: []) { $0.insert($1) }
      }
      expectEqual(counts.count, 1)
    }
  }
}
