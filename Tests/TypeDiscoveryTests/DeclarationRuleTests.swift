import Foundation
import Testing
import UniformTypes

@testable import TypeDiscovery

/// The keys of a declaration, a row each.
struct DeclarationRuleTests {
  /// Members of a declaration beside its identifier, and what is read of them without a remark.
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
      TypeDeclaration(identifier: "a.b", referenceAddress: "https://example.com/")
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
      #expect(file.declarations == [expected])
      #expect(file.remarks.isEmpty)
    }
  }

  @Test(arguments: [
    #"{"com.apple.os-type": "abcd", "public.filename-extension": "b"}"#,
    #"{"UTTypeTagSpecification": {"public.filename-extension": "c"}, "public.filename-extension": "b"}"#,
  ])
  func aTagClassThatNobodyKnowsIsSkippedWithARemark(_ tags: String) throws {
    let text =
      #"{"UTImportedTypeDeclarations": [{"UTTypeIdentifier": "a.b", "UTTypeTagSpecification": \#(tags)}]}"#
    let file = try DeclarationFile(Array(text.utf8), named: "Info.plist")
    #expect(file.declarations.map(\.tags) == [[.filenameExtension: ["b"]]])
    #expect(file.remarks.count == 1)
  }

  @Test func aTypeOfTheDomainPublicMayBeDeclaredByAnybody() throws {
    let text = #"""
      {"UTImportedTypeDeclarations": [
        {"UTTypeIdentifier": "public.x-note", "UTTypeConformsTo": "public.text",
         "UTTypeTagSpecification": {"public.filename-extension": "XNote"}}]}
      """#
    let registry = try DeclarationFile(Array(text.utf8), named: "Info.plist").adding(to: .standard)
    let note = try #require(UTType(filenameExtension: "xnote", in: registry))
    #expect(note.identifier == "public.x-note" && note.isPublic && note.isDeclared(in: registry))
    #expect(note.preferredFilenameExtension(in: registry) == "xnote")
  }

  @Test(arguments: ["dyn.age80s52", "DYN.x", "a_b.c", "nothing", ""])
  func aDeclarationOfANameThatCannotBeDeclaredLeavesTheOthers(_ identifier: String) {
    let text =
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "\#(identifier)"}, {"UTTypeIdentifier": "a.b"}]}"#
    let check = DeclarationCheck(Array(text.utf8), named: "Info.plist")
    #expect(check.mistakes.map(\.code) == [.malformedIdentifier])
    #expect(check.file.declarations.map(\.identifier) == ["a.b"])
  }
}
