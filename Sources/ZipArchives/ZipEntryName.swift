/// The one rule of which names a strict reader takes: plain relative paths that mean the same everywhere.
package enum ZipEntryName {
  /// Why a name is refused, as the end of a sentence; nil when it is safe.
  ///
  /// Safe is a relative path in UTF-8 whose components are not empty, `.` or `..`, without control
  /// characters, backslashes or a drive letter. One slash at the end makes it a folder's.
  package static func flaw(of name: [UInt8]) -> String? { name.withUnsafeBytes { flaw(of: $0) } }

  /// The same for bytes that stand elsewhere.
  package static func flaw(of name: UnsafeRawBufferPointer) -> String? {
    var componentStart = 0
    var hasHighBytes = false
    for index in 0..<name.count {
      switch name[index] {
      case 0x2F:
        if let flaw = flaw(ofComponent: name[componentStart..<index]) { return flaw }
        componentStart = index + 1
      case 0x5C: return "has a backslash"
      case ..<0x20, 0x7F: return "has a control character"
      case 0x80...: hasHighBytes = true
      default: break
      }
    }
    if componentStart < name.count || name.isEmpty, let flaw = flaw(ofComponent: name[componentStart...]) {
      return flaw
    }
    if name.count >= 2, name[1] == 0x3A, UInt8(ascii: "a")...UInt8(ascii: "z") ~= name[0] | 0x20 {
      return "begins with a drive letter"
    }
    return hasHighBytes ? flaw(ofText: name) : nil
  }

  private static func flaw(ofComponent component: Slice<UnsafeRawBufferPointer>) -> String? {
    if component.isEmpty {
      return component.startIndex == 0 ? "is empty or begins at the root" : "has an empty part"
    }
    let isDots = component.count <= 2 && component.allSatisfy { $0 == 0x2E }
    return isDots ? "has a part . or .." : nil
  }

  private static func flaw(ofText name: UnsafeRawBufferPointer) -> String? {
    guard let text = String(validating: name, as: UTF8.self) else { return "is not UTF-8" }
    let hasControls = text.unicodeScalars.contains { 0x80..<0xA0 ~= $0.value || 0x2028...0x2029 ~= $0.value }
    return hasControls ? "has a control character" : nil
  }
}
