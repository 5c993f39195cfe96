public import FileSystem

extension FileNaming {
  /// Stems that Windows takes for devices, whatever extension follows; a superscript digit counts as one (source:
  /// Microsoft, "Naming Files, Paths, and Namespaces").
  private static let deviceNames: Set<String> = {
    let digits = (1...9).map { "\($0)" } + ["\u{B9}", "\u{B2}", "\u{B3}"]
    let numbered = digits.flatMap { ["COM\($0)", "LPT\($0)"] }
    return Set(["CON", "PRN", "AUX", "NUL"] + numbered)
  }()

  /// The name as every common file system takes it: UTF-8, without the characters that Windows forbids,
  /// without spaces or dots at its end, and no device's name.
  ///
  /// A name that is portable stays as it is.
  public static func portable(_ name: FileName) -> FileName {
    if isPlain(name.bytes) { return name }
    var characters = Array(String(decoding: name.bytes, as: UTF8.self).unicodeScalars)
    for index in characters.indices where isForbidden(characters[index]) { characters[index] = "_" }
    while let last = characters.last, last == "." || last == " " { characters.removeLast() }
    var text = String(String.UnicodeScalarView(characters))
    let stem = text.prefix { $0 != "." }
    if deviceNames.contains(stem.uppercased()) { text.insert("_", at: stem.endIndex) }
    // Only dots and spaces were there.
    if text.isEmpty { text = "_" }
    // A replacement character is longer than the byte it stands for.
    while text.utf8.count > longestNameByteCount { text.removeLast() }
    return FileName(text) ?? name
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || "<>:\"/\\|?*".unicodeScalars.contains(scalar)
  }

  /// Whether a name is portable at a glance, as nearly all are.
  private static func isPlain(_ name: [UInt8]) -> Bool {
    var stemByteCount: Int?
    for (index, byte) in name.enumerated() {
      guard 0x20..<0x7F ~= byte else { return false }
      switch Unicode.Scalar(byte) {
      case "<", ">", ":", "\"", "/", "\\", "|", "?", "*": return false
      case ".": if stemByteCount == nil { stemByteCount = index }
      default: break
      }
    }
    // Devices have names of three or four letters.
    let isDevice = 3...4 ~= stemByteCount ?? name.count
    return !isDevice && name.last != UInt8(ascii: ".") && name.last != UInt8(ascii: " ")
  }
}
