import Testing
import TypeDiscovery

@Suite struct OldStyleListTests {
  /// Such text is of the old format of braces, which is not read.
  @Test(arguments: ["<s=((((", "<key=value;>", "<{a={a=1;};}>"], [false, true])
  func textThatOnlyBeginsLikeMarkupIsRefused(text: String, isWide: Bool) {
    let bytes = isWide ? text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
    let error = #expect(throws: DiscoveryError.self) { try DeclarationFile(bytes, named: "old") }
    #expect(error?.code == .malformedFile)
    #expect(error?.message.hasPrefix("old: line 1, column ") == true, "\(error?.message ?? "")")
  }
}
