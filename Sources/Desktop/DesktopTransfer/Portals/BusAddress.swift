import ByteTools
import ProfferFileSystem

/// A socket at which a D-Bus bus listens (Source: D-Bus specification, "Server Addresses").
struct BusAddress: Sendable, Equatable {
  let path: FilePath
  /// Whether the path is a name in Linux's abstract namespace, outside of any folder.
  let isAbstract: Bool

  init(_ path: FilePath, isAbstract: Bool = false) {
    (self.path, self.isAbstract) = (path, isAbstract)
  }

  /// Returns the addresses of the session's bus, in the order in which they are tried.
  ///
  /// - Parameters:
  ///   - variable: the value of `DBUS_SESSION_BUS_ADDRESS`.
  ///   - runtimeFolder: the folder with the default socket, for a session without the variable.
  static func session(_ variable: String?, runtimeFolder: String?) -> [BusAddress] {
    if let variable, !variable.isEmpty { return list(variable) }
    guard let runtimeFolder, runtimeFolder.hasPrefix("/"), let path = FilePath("\(runtimeFolder)/bus") else {
      return []
    }
    return [BusAddress(path)]
  }

  /// Reads a semicolon-separated list of addresses.
  ///
  /// Invalid addresses, and addresses other than local sockets, are omitted, because another address may
  /// work.
  static func list(_ text: String) -> [BusAddress] {
    text.utf8.split(separator: UInt8(ascii: ";")).compactMap(address)
  }

  private static func address(_ text: Substring.UTF8View) -> BusAddress? {
    let unix = Array("unix:".utf8)
    guard text.starts(with: unix) else { return nil }
    for pair in text.dropFirst(unix.count).split(separator: UInt8(ascii: ",")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let key = String(Substring(parts[0]))
      guard key == "path" || key == "abstract" else { continue }
      // A path with a NUL is rejected, because the system would truncate the path. An invalid escape is also
      // rejected.
      guard let bytes = unescaped(parts[1]), let path = FilePath(bytes: bytes) else { return nil }
      return BusAddress(path, isAbstract: key == "abstract")
    }
    return nil
  }

  /// Returns the bytes of a value with escapes such as `%2f`; nil if an escape is invalid.
  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "%") else {
        bytes.append(first)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
