import Foundation
import JSONText
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

struct DeclarationFileTests {
  static let json = """
    {
      "CFBundleName": "Notes",
      "UTExportedTypeDeclarations": [
        {
          "UTTypeIdentifier": "com.example.Note",
          "UTTypeConformsTo": ["public.data", "public.content"],
          "UTTypeDescription": "Note",
          "UTTypeReferenceURL": "https://example.com/note",
          "UTTypeVersion": "3",
          "UTTypeIcons": {"UTTypeIconText": "note"},
          "UTTypeTagSpecification": {
            "public.filename-extension": ["note", "memo"],
            "public.mime-type": "application/x-note"
          }
        }
      ],
      "UTImportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.sketch", "UTTypeConformsTo": "public.image"}
      ]
    }
    """

  static let declarations = [
    TypeDeclaration(
      identifier: "com.example.Note", parents: ["public.data", "public.content"],
      tags: [.filenameExtension: ["note", "memo"], .mimeType: ["application/x-note"]], description: "Note",
      referenceURLString: "https://example.com/note", version: 3, origin: .exported),
    TypeDeclaration(identifier: "org.example.sketch", parents: ["public.image"], origin: .imported),
  ]

  /// The sample as a property list.
  static func propertyList(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  @Test func theThreeFormatsSayTheSame() throws {
    for bytes in [Array(Self.json.utf8), try Self.propertyList(.xml), try Self.propertyList(.binary)] {
      let file = try DeclarationFile(bytes, named: "Info.plist")
      expectEqual(file.declarations, Self.declarations)
      expectEmpty(file.remarks)
    }
  }

  @Test func aMarkOfByteOrderIsSkipped() throws {
    let file = try DeclarationFile([0xEF, 0xBB, 0xBF] + Array(Self.json.utf8), named: "types.json")
    expectEqual(file.declarations, Self.declarations)
  }

  @Test func theDeclarationsMakeARegistry() throws {
    let registry = try DeclarationFile(Array(Self.json.utf8), named: "types.json").adding(to: .standard)
    let note = try require(UTType("com.example.note", in: registry))
    #expect(note.conforms(to: .data, in: registry))
    expectEqual(UTType(filenameExtension: "memo", in: registry), note)
    expectEqual(note.referenceURL(in: registry), URL(string: "https://example.com/note"))
  }

  // MARK: - Mistakes

  /// A file with one declaration that has the given members.
  private static func declaring(_ members: String) -> String {
    #"{"UTExportedTypeDeclarations": [{\#(members)}]}"#
  }

  static let mistakes: [(String, DiscoveryError.Code, String)] = [
    ("", .malformedFile, "types.json: this is neither"),
    ("not a list at all", .malformedFile, "types.json: this is neither"),
    ("{\"a\": 1,}", .malformedFile, "types.json: line 1, column 9"),
    ("<plist><dict><key>a</key>", .malformedFile, "types.json: line 1, column 8: the end tag"),
    ("bplist00", .malformedFile, "types.json: byte 8: the file ends"),
    ("[]", .wrongShape, "types.json: expected a dictionary"),
    ("{}", .noDeclarations, "types.json: the file declares no types"),
    (#"{"UTExportedTypeDeclarations": {}}"#, .wrongShape, "UTExportedTypeDeclarations: expected a list"),
    (
      #"{"UTExportedTypeDeclarations": [7]}"#, .wrongShape,
      "UTExportedTypeDeclarations[0]: expected a dictionary, found a number"
    ),
    (declaring(""), .missingIdentifier, "UTExportedTypeDeclarations[0]: the key UTTypeIdentifier is missing"),
    (declaring(#""UTTypeIdentifier": 1"#), .wrongShape, "UTTypeIdentifier: expected text, found a number"),
    (declaring(#""UTTypeIdentifier": "a b.c""#), .malformedIdentifier, "“a b.c”"),
    (declaring(#""UTTypeIdentifier": "dyn.abc""#), .malformedIdentifier, "“dyn.abc”"),
    (
      declaring(#""UTTypeIdentifier": "a.b", "UTTypeConformsTo": {}"#), .wrongShape,
      "UTExportedTypeDeclarations[0] (a.b): UTTypeConformsTo: expected text or a list of strings, found a dictionary"
    ),
    (
      declaring(#""UTTypeIdentifier": "a.b", "UTTypeConformsTo": ["public.data", null]"#), .wrongShape,
      "UTTypeConformsTo[1]: expected text, found null"
    ),
    (
      declaring(#""UTTypeIdentifier": "a.b", "UTTypeConformsTo": "public/data""#), .malformedIdentifier,
      "(a.b): UTTypeConformsTo: “public/data”"
    ),
    (
      declaring(#""UTTypeIdentifier": "a.b", "UTTypeTagSpecification": ["x"]"#), .wrongShape,
      "UTTypeTagSpecification: expected a dictionary of tag classes, found a list"
    ),
    (
      declaring(#""UTTypeIdentifier": "a.b", "UTTypeTagSpecification": {"public.mime-type": 5}"#),
      .wrongShape,
      "UTTypeTagSpecification: public.mime-type: expected text or a list of strings, found a number"
    ),
    (
      declaring(#""UTTypeIdentifier": "a.b", "UTTypeDescription": []"#), .wrongShape,
      "UTTypeDescription: expected text"
    ),
    (
      declaring(#""UTTypeIdentifier": "a.b", "UTTypeVersion": true"#), .wrongShape,
      "UTTypeVersion: expected a whole number"
    ),
    (
      #"{"UTImportedTypeDeclarations": [{"UTTypeIdentifier": "a.b"}, {"UTTypeIdentifier": "A.B"}]}"#,
      .duplicateDeclaration,
      "UTImportedTypeDeclarations[1]: “A.B” is already declared by UTImportedTypeDeclarations[0]"
    ),
    (
      #"{"UTImportedTypeDeclarations": [], "UTImportedTypeDeclarations": []}"#, .duplicateDeclaration,
      "occurs twice"
    ),
    (String(repeating: "[", count: 200_000), .tooDeep, "nested more than 64 deep"),
    ("<plist>" + String(repeating: "<array>", count: 200_000), .tooDeep, "nested more than 64 deep"),
  ]

  @Test(arguments: mistakes.indices)
  func aMistakeIsNamedWithItsPlace(_ index: Int) throws {
    let (text, code, place) = Self.mistakes[index]
    let error = try requireThrows(DiscoveryError.self) {
      try DeclarationFile(Array(text.utf8), named: "types.json")
    }
    expectEqual(error.code, code, "\(error)")
    expect(error.message.hasPrefix("types.json: "), "\(error)")
    expect(error.message.contains(place), "\(error)")
  }

  @Test func aCheckFindsEveryMistakeAndKeepsTheRest() {
    let text = """
      {"UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "a.b", "UTTypeConformsTo": 1, "UTTypeDescription": 2}, {"UTTypeIdentifier": "a.c"}, 3]}
      """
    let check = DeclarationCheck(Array(text.utf8), named: "types.json")
    expectEqual(check.mistakes.map(\.code), [.wrongShape, .wrongShape, .wrongShape])
    expectEqual(check.file.declarations.map(\.identifier), ["a.c"])
  }

  @Test func keysWithoutEffectAreRemarked() throws {
    let text = """
      {"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.b", "UTTypeConformTo": "public.data", "UTTypeVersion": "1.2",
        "UTTypeTagSpecification": {"com.example.class": "x"}}],
       "UTImportedTypeDeclarations": [{"UTTypeIdentifier": "A.b"}]}
      """
    let file = try DeclarationFile(Array(text.utf8), named: "types.json")
    expectEqual(file.remarks.count, 4)
    expect(file.remarks.contains { $0.contains("“UTTypeConformTo”") }, file.remarks)
    expect(file.remarks.contains { $0.contains("“com.example.class”") }, file.remarks)
    expect(file.remarks.contains { $0.contains("“1.2”") }, file.remarks)
    expect(file.remarks.contains { $0.contains("is also exported") }, file.remarks)
  }

  @Test(arguments: [
    (#"{"UTTypeIdentifier": "a.b", "UTTypeConformsTo": "a.b"}"#, TypeError.Code.conformanceCycle),
    (#"{"UTTypeIdentifier": "a.b", "UTTypeConformsTo": "com.example.nobody"}"#, .unknownParent),
    (
      #"{"UTTypeIdentifier": "a.b", "UTTypeTagSpecification": {"public.filename-extension": ".b"}}"#,
      .malformedTag
    ),
    (#"{"UTTypeIdentifier": "a.b", "UTTypeTagSpecification": {"public.mime-type": "text"}}"#, .malformedTag),
  ])
  func anErrorOfTheRegistryNamesTheFile(_ declaration: String, _ code: TypeError.Code) throws {
    let file = try DeclarationFile(
      Array(#"{"UTExportedTypeDeclarations": [\#(declaration)]}"#.utf8), named: "types.json")
    let error = try requireThrows(DiscoveryError.self) { try file.adding(to: .standard) }
    expectEqual(error.code, .contradictoryDeclarations)
    expectEqual((error.cause as? TypeError)?.code, code)
    expect(error.message.hasPrefix("types.json: "), error.message)
    expect(error.message.contains("a.b"), error.message)
  }

  @Test func filesMayReferToEachOther() throws {
    let first = try DeclarationFile(
      Array(
        #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.b", "UTTypeConformsTo": "a.c"}]}"#.utf8),
      named: "1")
    let second = try DeclarationFile(
      Array(
        #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.c", "UTTypeConformsTo": "public.data"}]}"#
          .utf8),
      named: "2")
    let registry = try DeclarationFile.adding([first, second], to: .standard)
    expect(registry.conforms(identifier: "a.b", to: "public.data"))
  }

  // MARK: - Files

  @Test func aFileIsReadByItsPath() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.json, to: "types.json")
    try expectEqual(
      DeclarationFile(contentsOf: try folder.filePath("types.json")).declarations, Self.declarations)
    let error = try requireThrows(DiscoveryError.self) {
      try DeclarationFile(contentsOf: try folder.filePath("nowhere"))
    }
    expectEqual(error.code, .fileSystem)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func damagedFilesAreRefusedOrRead(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let whole = try Self.propertyList(format)
    var generator = SeededGenerator(seed: SeededGenerator.testSeed(for: "\(format.rawValue)"))
    for place in whole.indices {
      for change in Repetitions.some(1, of: [0x01, 0x80, 0xFF] as [UInt8], using: &generator) {
        var bytes = whole
        bytes[place] ^= change
        _ = DeclarationCheck(bytes, named: "Info.plist")
      }
      _ = DeclarationCheck(Array(whole[..<place]), named: "Info.plist")
    }
  }

  // MARK: - Writing

  @Test func aDeclarationIsReadAsItWasWritten() throws {
    for declaration in TypeRegistry.standard.allTypes.compactMap({ TypeRegistry.standard.declaration(of: $0) }
    ) {
      var expected = declaration
      expected.spelling = expected.identifier
      expected.unreportedTags = [:]
      expected.shortName = nil
      let read = try TypeDeclaration(json: declaration.jsonNode, origin: declaration.origin, at: "manifest")
      expectEqual(read, expected)
    }
  }

  @Test func aWrittenFileIsReadAsTheSameDeclarations() throws {
    let bytes = DeclarationFile.json(of: Self.declarations)
    try expectEqual(DeclarationFile(bytes, named: "x").declarations, Self.declarations)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("{\n"))
  }
}

/// The keys of a declaration; each has a row.
struct DeclarationRuleTests {
  /// Members of a declaration besides its identifier, and the declaration that is read without warnings.
  static let rows: [(String, TypeDeclaration)] = [
    (#""UTTypeConformsTo": "public.data""#, TypeDeclaration(identifier: "a.b", parents: ["public.data"])),
    (
      #""UTTypeConformsTo": ["public.data", "public.text"]"#,
      TypeDeclaration(identifier: "a.b", parents: ["public.data", "public.text"])
    ),
    (
      #""UTTypeTagSpecification": {"public.filename-extension": "b", "com.apple.ostype": ["AbCd", "EfGh"]}"#,
      TypeDeclaration(
        identifier: "a.b",
        tags: [.filenameExtension: ["b"], UTTagClass(rawValue: "com.apple.ostype"): ["AbCd", "EfGh"]])
    ),
    (#""UTTypeDescription": "A note""#, TypeDeclaration(identifier: "a.b", description: "A note")),
    (
      #""UTTypeReferenceURL": "https://example.com/""#,
      TypeDeclaration(identifier: "a.b", referenceURLString: "https://example.com/")
    ),
    (#""UTTypeVersion": 3"#, TypeDeclaration(identifier: "a.b", version: 3)),
    (#""UTTypeVersion": "3""#, TypeDeclaration(identifier: "a.b", version: 3)),
    (
      #""UTTypeIcons": {"UTTypeIconBackgroundName": "x", "UTTypeIconBadgeName": "y", "UTTypeIconText": "z"}"#,
      TypeDeclaration(identifier: "a.b")
    ),
    (
      #""UTTypeIconFile": "x", "UTTypeIconFiles": ["x"], "UTTypeIconName": "x", "UTTypeGlyphName": "x""#,
      TypeDeclaration(identifier: "a.b")
    ),
    (#""UTKEXTIdentifier": "x""#, TypeDeclaration(identifier: "a.b")),
    (#""UTTypeIsWildcard": false"#, TypeDeclaration(identifier: "a.b")),
  ]

  @Test(arguments: rows.indices)
  func aKeyIsReadInEveryForm(_ index: Int) throws {
    let (members, expected) = Self.rows[index]
    let json = Data(#"{"UTImportedTypeDeclarations": [{"UTTypeIdentifier": "a.b", \#(members)}]}"#.utf8)
    let value = try JSONSerialization.jsonObject(with: json)
    for bytes in [
      [UInt8](json),
      [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)),
      [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)),
    ] {
      let file = try DeclarationFile(bytes, named: "Info.plist")
      expectEqual(file.declarations, [expected])
      expectEmpty(file.remarks)
    }
  }

  @Test(arguments: [
    #"{"com.apple.os-type": "abcd", "public.filename-extension": "b"}"#,
    #"{"UTTypeTagSpecification": {"public.filename-extension": "c"}, "public.filename-extension": "b"}"#,
  ])
  func anUnknownTagClassIsSkippedWithARemark(_ tags: String) throws {
    let text =
      #"{"UTImportedTypeDeclarations": [{"UTTypeIdentifier": "a.b", "UTTypeTagSpecification": \#(tags)}]}"#
    let file = try DeclarationFile(Array(text.utf8), named: "Info.plist")
    expectEqual(file.declarations.map(\.tags), [[.filenameExtension: ["b"]]])
    expectEqual(file.remarks.count, 1)
  }

  @Test func aTypeOfTheDomainPublicMayBeDeclared() throws {
    let text = #"""
      {"UTImportedTypeDeclarations": [
        {"UTTypeIdentifier": "public.x-note", "UTTypeConformsTo": "public.text",
         "UTTypeTagSpecification": {"public.filename-extension": "XNote"}}]}
      """#
    let registry = try DeclarationFile(Array(text.utf8), named: "Info.plist").adding(to: .standard)
    let note = try require(UTType(filenameExtension: "xnote", in: registry))
    #expect(note.identifier == "public.x-note" && note.isPublic && note.isDeclared(in: registry))
    expectEqual(note.preferredFilenameExtension(in: registry), "xnote")
  }

  @Test(arguments: ["dyn.age80s52", "DYN.x", "a_b.c", "nothing", ""])
  func aDeclarationOfANameThatCannotBeDeclaredLeavesTheOthers(_ identifier: String) {
    let text =
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "\#(identifier)"}, {"UTTypeIdentifier": "a.b"}]}"#
    let check = DeclarationCheck(Array(text.utf8), named: "Info.plist")
    expectEqual(check.mistakes.map(\.code), [.malformedIdentifier])
    expectEqual(check.file.declarations.map(\.identifier), ["a.b"])
  }
}

@Suite struct OldStyleListTests {
  /// Such text is in the old brace format, which is not supported.
  @Test(arguments: ["<s=((((", "<key=value;>", "<{a={a=1;};}>"], [false, true])
  func textThatOnlyBeginsLikeMarkupIsRefused(text: String, isWide: Bool) {
    let bytes = isWide ? text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
    let error = expectThrows(DiscoveryError.self) { try DeclarationFile(bytes, named: "old") }
    expectEqual(error?.code, .malformedFile)
    expectEqual(error?.message.hasPrefix("old: line 1, column "), true, "\(error?.message ?? "")")
  }
}
