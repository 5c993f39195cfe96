/// The one rule of which names a strict reader takes: plain relative paths that mean the same everywhere.
package enum ZipEntryName {
  /// What is wrong with a name.
  package enum Flaw: Sendable {
    case empty, emptyPart, absolute, dots, backslash, driveLetter, nul, controlCharacter, notUTF8

    /// The flaw as the end of a sentence that begins with the name.
    package var reason: String {
      switch self {
      case .empty: "is empty"
      case .emptyPart: "has an empty part"
      case .absolute: "begins at the root"
      case .dots: "has a part . or .."
      case .backslash: "has a backslash"
      case .driveLetter: "begins with a drive letter"
      case .nul: "has a NUL"
      case .controlCharacter: "has a control character"
      case .notUTF8: "is not UTF-8"
      }
    }
  }

  /// Why a name is refused; nil when it is safe.
  ///
  /// Safe is a relative path in UTF-8 whose components are not empty, `.` or `..`, without control
  /// characters, backslashes or a drive letter. One slash at the end makes it a folder's.
  package static func flaw(of name: [UInt8]) -> Flaw? { name.withUnsafeBytes { flaw(of: $0) } }

  /// The same for bytes that stand elsewhere.
  package static func flaw(of name: UnsafeRawBufferPointer) -> Flaw? {
    var componentStart = 0
    var hasHighBytes = false
    for index in 0..<name.count {
      switch name[index] {
      case 0x2F:
        if let flaw = flaw(ofComponent: name[componentStart..<index]) { return flaw }
        componentStart = index + 1
      case 0x5C: return .backslash
      case 0: return .nul
      case ..<0x20, 0x7F: return .controlCharacter
      case 0x80...: hasHighBytes = true
      default: break
      }
    }
    if name.isEmpty { return .empty }
    if componentStart < name.count, let flaw = flaw(ofComponent: name[componentStart...]) { return flaw }
    if name.count >= 2, name[1] == 0x3A, UInt8(ascii: "a")...UInt8(ascii: "z") ~= name[0] | 0x20 {
      return .driveLetter
    }
    return hasHighBytes ? flaw(ofText: name) : nil
  }

  /// Whether a part of a name is longer than any file system takes, so that nothing could unpack it.
  package static func hasLongPart(_ name: some Sequence<UInt8>) -> Bool {
    var byteCount = 0
    for byte in name {
      byteCount = byte == 0x2F ? 0 : byteCount + 1
      if byteCount > longestPart { return true }
    }
    return false
  }

  /// The most bytes of a part, as nearly all file systems have it.
  package static let longestPart = 255

  private static func flaw(ofComponent component: Slice<UnsafeRawBufferPointer>) -> Flaw? {
    if component.isEmpty { return component.startIndex == 0 ? .absolute : .emptyPart }
    let isDots = component.count <= 2 && component.allSatisfy { $0 == 0x2E }
    return isDots ? .dots : nil
  }

  private static func flaw(ofText name: UnsafeRawBufferPointer) -> Flaw? {
    guard let text = String(validating: name, as: UTF8.self) else { return .notUTF8 }
    let hasControls = text.unicodeScalars.contains { 0x80..<0xA0 ~= $0.value || 0x2028...0x2029 ~= $0.value }
    return hasControls ? .controlCharacter : nil
  }
}
