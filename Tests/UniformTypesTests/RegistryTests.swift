import ByteTools
import TestSupport
import Testing

@testable import UniformTypes

@Suite struct RegistryLayerTests {
  @Test func addedTypesTakePartInEveryQuery() throws {
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(
        identifier: "com.example.Note", parents: ["com.example.base", "PUBLIC.json"],
        tags: [.filenameExtension: ["xNote"], .mimeType: ["application/x-note"]], description: "Note",
        version: 3,
        origin: .exported),
      TypeDeclaration(identifier: "com.example.base", parents: ["public.content"]),
    ])
    let note = try require(UTType("COM.EXAMPLE.NOTE", in: registry))
    expectEqual(note.identifier, "com.example.Note")
    #expect(note.isDeclared(in: registry) && !note.isDeclared)
    #expect(note.conforms(to: .json, in: registry) && note.conforms(to: .item, in: registry))
    expect(!note.conforms(to: .json))
    expectEqual(registry.parents(of: note).map(\.identifier), ["com.example.base", "public.json"])
    #expect(registry.children(of: .json).contains(note))
    expectEqual(registry.allTypes.suffix(2).map(\.identifier), ["com.example.Note", "com.example.base"])
    expectEqual(UTType(filenameExtension: "xnote", in: registry), note)
    expectEqual(note.preferredFilenameExtension(in: registry), "xnote")
    expectEqual(note.preferredMIMEType(in: registry), "application/x-note")
    #expect(note.localizedDescription(in: registry) == "Note" && note.version(in: registry) == 3)
    #expect(UTType.png.conforms(to: .image, in: registry))
    expect(registry.conforms(identifier: "com.example.note", to: "public.text"))
  }

  @Test(arguments: [
    (TypeDeclaration.Origin.carried, TypeDeclaration.Origin.imported), (.carried, .exported),
    (.imported, .exported),
  ])
  func aStrongerDeclarationReplacesAWeakerOneInEitherOrder(
    _ weak: TypeDeclaration.Origin, _ strong: TypeDeclaration.Origin
  ) throws {
    let weaker = declaration("com.example.Note", extension: "weak", weak)
    let stronger = declaration("com.example.note", extension: "strong", strong)
    for registry in try [
      TypeRegistry.standard.adding([weaker, stronger]), TypeRegistry.standard.adding([stronger, weaker]),
      TypeRegistry.standard.adding([weaker]).adding([stronger]),
      TypeRegistry.standard.adding([stronger]).adding([weaker]),
    ] {
      let note = try require(UTType("com.example.note", in: registry))
      expectEqual(note.tags(in: registry), [.filenameExtension: ["strong"]])
      expectEqual(UTType(filenameExtension: "weak", in: registry)?.isDynamic, true)
      expectEqual(registry.allTypes.count { $0 == note }, 1)
    }
  }

  @Test(arguments: TypeDeclaration.Origin.allCases)
  func everyLayerReplacesAStandardDeclaration(_ origin: TypeDeclaration.Origin) throws {
    let registry = try TypeRegistry.standard.adding([declaration("public.PNG", extension: "newpng", origin)])
    expectEqual(UTType.png.tags(in: registry), [.filenameExtension: ["newpng"]])
    #expect(!UTType.png.conforms(to: .image, in: registry) && UTType.png.conforms(to: .data, in: registry))
    expectEqual(UTType("public.png", in: registry), .png)
    expectEqual(UTType(filenameExtension: "png", in: registry)?.isDynamic, true)
    expect(UTType.png.conforms(to: .image))
  }

  @Test func ofEqualImportsTheFirstCounts() throws {
    let registry = try TypeRegistry.standard.adding([
      declaration("com.example.note", extension: "first", .imported),
      declaration("com.example.note", extension: "second", .imported),
    ])
    expectEqual(UTType("com.example.note", in: registry)?.preferredFilenameExtension(in: registry), "first")
  }

  @Test func publicTypesComeFirstThenExportedOnesThenThoseDeclaredFirst() throws {
    let registry = try TypeRegistry.standard.adding([
      declaration("com.example.imported", extension: "frob", .imported),
      declaration("com.example.first", extension: "frob", .exported),
      declaration("com.example.second", extension: "frob", .exported),
      declaration("public.frob", extension: "frob", .imported),
    ])
    let types = UTType.types(tag: "frob", tagClass: .filenameExtension, conformingTo: .data, in: registry)
    expectEqual(
      types.map(\.identifier),
      [
        "public.frob", "com.example.first", "com.example.second", "com.example.imported",
      ])
  }

  @Test func unknownTagClassesAreLeftOut() throws {
    var odd = declaration("com.example.note", extension: "frob", .imported)
    odd.tags[UTTagClass(rawValue: "com.apple.os-type")] = ["abcd"]
    let registry = try TypeRegistry.standard.adding([odd])
    expectEqual(UTType("com.example.note", in: registry)?.tags(in: registry), [.filenameExtension: ["frob"]])
  }

  @Test(arguments: [
    ([declaration("not an identifier")], TypeError.Code.malformedIdentifier, "not an identifier"),
    ([declaration("com.example.a", parents: ["no parent"])], .malformedIdentifier, "no parent"),
    ([declaration("dyn.age80s52")], .reservedIdentifier, "dyn.age80s52"),
    ([declaration("DYN.x")], .reservedIdentifier, "DYN.x"),
    (
      [declaration("com.example.a", origin: .exported), declaration("com.example.A", origin: .exported)],
      .duplicateExport,
      "com.example.A"
    ),
    ([declaration("com.example.a", parents: ["com.example.missing"])], .unknownParent, "com.example.missing"),
    (
      [declaration("com.example.a", parents: ["com.example.a"])], .conformanceCycle,
      "com.example.a → com.example.a"
    ),
    (
      [
        declaration("com.example.a", parents: ["com.example.b"]),
        declaration("com.example.b", parents: ["com.example.a"]),
      ],
      .conformanceCycle, "com.example.a → com.example.b → com.example.a"
    ),
    ([declaration("public.item", parents: ["public.png"])], .conformanceCycle, "public.item"),
    ([declaration("com.example.a", tags: [.filenameExtension: [".a"]])], .malformedTag, "“.a”"),
    ([declaration("com.example.a", tags: [.filenameExtension: [""]])], .malformedTag, "is empty"),
    ([declaration("com.example.a", tags: [.filenameExtension: ["a/b"]])], .malformedTag, "a/b"),
    ([declaration("com.example.a", tags: [.mimeType: ["text"]])], .malformedTag, "two parts"),
    ([declaration("com.example.a", tags: [.osType: ["abc"]])], .malformedTag, "Mac Roman"),
    ([declaration("com.example.a", tags: [.osType: ["日本語x"]])], .malformedTag, "Mac Roman"),
    ([declaration("com.example.a", tags: [.urlScheme: ["http:"]])], .malformedTag, "http:"),
  ])
  func aDeclarationThatBreaksARuleIsRefusedByName(
    _ declarations: [TypeDeclaration], _ code: TypeError.Code, _ part: String
  ) {
    let error = expectThrows(TypeError.self) { try TypeRegistry.standard.adding(declarations) }
    expectEqual(error?.code, code)
    expectEqual(error?.message.contains(part), true, "\(error?.message ?? "")")
  }

  @Test func anExtensionWithAPeriodIsKeptAndNotReached() throws {
    let registry = try TypeRegistry.standard.adding([
      declaration("com.example.erb", extension: "css.erb", .imported)
    ])
    expectEqual(UTType("com.example.erb", in: registry)?.preferredFilenameExtension(in: registry), "css.erb")
    expectNil(UTType(filenameExtension: "css.erb", in: registry))
  }

  @Test func aLongChainOfTypesIsAnswered() throws {
    let count = Repetitions.count(8_000, long: 20_000)
    let chain = (0..<count).map { number in
      declaration(
        "com.example.t\(number)", parents: [number == 0 ? "public.data" : "com.example.t\(number - 1)"])
    }
    var generator = SeededGenerator(seed: SeededGenerator.testSeed())
    let registry = try TypeRegistry.standard.adding(chain.shuffled(using: &generator))
    #expect(registry.conforms(identifier: "com.example.t\(count - 1)", to: "public.item"))
    expect(!registry.conforms(identifier: "com.example.t0", to: "com.example.t1"))
    let description = UTType("com.example.t\(count - 1)", in: registry).flatMap {
      registry.description(of: $0)
    }
    expectEqual(description, "data")
  }
}

@Suite struct CurrentRegistryTests {
  @Test func aScopeChangesTheCurrentRegistryForItsTaskOnly() async throws {
    let registry = try TypeRegistry.standard.adding([declaration("com.example.scoped")])
    expectNil(UTType("com.example.scoped"))
    try TypeRegistry.withCurrent(registry) {
      let type = try require(UTType("com.example.scoped"))
      #expect(type.isDeclared && type.conforms(to: .data) && UTType.png.conforms(to: .image))
      #expect(TypeRegistry.current === registry)
    }
    let wasFound = await TypeRegistry.withCurrent(registry) {
      await Task.yield()
      let inside = UTType("com.example.scoped") != nil
      let outside = await Task.detached { UTType("com.example.scoped") == nil }.value
      return inside && outside
    }
    expect(wasFound)
    #expect(UTType("com.example.scoped") == nil && TypeRegistry.current === TypeRegistry.standard)
  }

  @Test func nothingIsInstalledOnceTypesWereLookedUp() throws {
    expect(UTType.png.isDeclared)
    let error = expectThrows(TypeError.self) { try TypeRegistry.install(.standard) }
    expectEqual(error?.code, .registryInUse)
  }

  @Test func anInstalledRegistryIsTheCurrentOneAndStays() async {
    await #expect(processExitsWith: .success) {
      let registry = try TypeRegistry.standard.adding([
        TypeDeclaration(identifier: "com.example.installed", parents: ["public.data"])
      ])
      try TypeRegistry.withCurrent(.standard) { try #require(UTType("com.example.installed") == nil) }
      try TypeRegistry.install(registry)
      try requireEqual(UTType("com.example.installed")?.conforms(to: .data), true)
      try #require(UTType.png.conforms(to: .image))
      let error = expectThrows(TypeError.self) { try TypeRegistry.install(.standard) }
      try requireEqual(error?.code, .registryInUse)
    }
  }
}

@Suite struct AtomicLazyArrayTests {
  /// An object that counts the existing instances of its class.
  private final class Counted: Sendable {
    let index: Int
    private let living: Locked<Int>

    init(_ index: Int, _ living: Locked<Int>) {
      self.index = index
      self.living = living
      living.withLock { $0 += 1 }
    }

    deinit { living.withLock { $0 -= 1 } }
  }

  private final class Holder: Sendable {
    let objects = AtomicLazyArray<Counted>(count: 8)
  }

  @Test func threadsThatMakeAnObjectAtOnceGetTheSameOne() async {
    let living = Locked(0)
    for _ in 0..<50 {
      let holder = Holder()
      await withTaskGroup(of: [ObjectIdentifier].self) { group in
        for _ in 0..<8 {
          group.addTask {
            (0..<8).map { index in
              let object = holder.objects.object(at: index) { Counted(index, living) }
              expectEqual(object.index, index)
              return ObjectIdentifier(object)
            }
          }
        }
        var first: [ObjectIdentifier]?
        for await objects in group {
          #expect(first == nil || first == objects)
          first = objects
        }
      }
      expectEqual(living.withLock { $0 }, 8)
      withExtendedLifetime(holder) {}
    }
    expectEqual(living.withLock { $0 }, 0)
  }
}

private func declaration(
  _ identifier: String, extension fileExtension: String, _ origin: TypeDeclaration.Origin
) -> TypeDeclaration {
  TypeDeclaration(
    identifier: identifier, parents: ["public.data"], tags: [.filenameExtension: [fileExtension]],
    origin: origin)
}

private func declaration(
  _ identifier: String, parents: [String] = ["public.data"], tags: [UTTagClass: [String]] = [:],
  origin: TypeDeclaration.Origin = .imported
) -> TypeDeclaration {
  TypeDeclaration(identifier: identifier, parents: parents, tags: tags, origin: origin)
}
