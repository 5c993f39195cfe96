import Testing
import TypeDiscovery

@Suite struct OldStyleListTests {
  /// Foundation takes such text for the format of braces, prints remarks of its own and nests as deep as it likes.
  @Test(arguments: ["<s=((((", "<key=value;>", "<{a={a=1;};}>"], [false, true])
  func textThatOnlyBeginsLikeMarkupIsRefused(text: String, isWide: Bool) {
    let bytes = isWide ? text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
    let error = #expect(throws: DiscoveryError.self) { try DeclarationFile(bytes, named: "old") }
    #expect(error?.code == .malformedFile)
    #expect(error?.message.contains("no XML property list") == true, "\(error?.message ?? "")")
  }
}
