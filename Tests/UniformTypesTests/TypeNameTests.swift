import TestSupport;
import Testing

@testable import UniformTypes

/// Names of types in sentences.
struct TypeNameTests {
  @Test(arguments: [
    ("com.adobe.pdf", "PDF"), ("net.daringfireball.markdown", "Markdown"), ("public.jpeg", "JPEG picture"),
    ("org.openxmlformats.wordprocessingml.document", "Word document"),
    // Without a short name, the description is used.
    ("public.json", "JSON"), ("io.proffer.qoi", "QOI image"),
    // Without either, the identifier is used: the description of a supertype would also fit other types.
    ("com.example.unknown", "com.example.unknown"),
  ])
  func aTypeHasItsShortName(identifier: String, name: String) {
    expectEqual(TypeNames.name(of: identifier, in: .standard), name)
  }

  @Test func aDynamicTypeHasItsExtension() throws {
    let type = try require(UTType(filenameExtension: "xyzzy"))
    #expect(type.isDynamic && TypeNames.name(of: type.identifier, in: .standard) == ".xyzzy file")
  }

  @Test func typesWithTheSameNameHaveTheirIdentifiers() throws {
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(identifier: "com.example.pdf", parents: ["public.data"], description: "PDF")
    ])
    let identifiers = ["com.adobe.pdf", "com.example.pdf", "public.html", "public.html"]
    expectEqual(
      TypeNames.list(identifiers, in: registry), "com.adobe.pdf, com.example.pdf, HTML, HTML")
  }

  /// More lists of types than are kept at once, each of them several times.
  @Test func keptNamesAreThoseOfEachList() {
    var known = RepeatedTypeNames(in: .standard)
    for number in (0..<1_100).flatMap({ [$0, $0, $0 / 2] }) {
      let (type, name) = number.isMultiple(of: 2) ? ("public.html", "HTML") : ("public.jpeg", "JPEG picture")
      let names = known.names(["com.example.a\(number)", type])
      #expect(names["com.example.a\(number)"] == "com.example.a\(number)" && names[type] == name)
    }
  }
}
