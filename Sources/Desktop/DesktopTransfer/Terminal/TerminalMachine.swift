import ByteTools
import ProfferFileSystem

/// The name by which a terminal identifies a machine.
///
/// If the program and the terminal are on machines with different names, the contents of files are
/// transferred.
enum TerminalMachine {
  /// Returns the name of this machine; nil if the machine has no identifier.
  ///
  /// Without a name, the terminal assumes that the program runs on the terminal's machine.
  ///
  /// - Parameter file: the file with the machine identifier, `/etc/machine-id`.
  static func name(from file: FilePath?) throws -> String? {
    guard let file, try FileStatus.ifPresent(file)?.kind == .regular else { return nil }
    let (open, status) = try OpenFile.examiningRegular(file)
    return name(of: try open.bytes(at: 0, count: Int(min(status.byteCount, 256))))
  }

  /// Returns the name for a machine identifier.
  ///
  /// The name is a hash, because the identifier itself is confidential.
  static func name(of number: [UInt8]) -> String? {
    var number = number[...]
    while let last = number.last, last <= 0x20 { number.removeLast() }
    guard !number.isEmpty else { return nil }
    let digest = SHA256.digest(Array(number), key: Array("tty-dnd-protocol-machine-id".utf8))
    return "1:" + String(decoding: digest.hexadecimalDigits, as: UTF8.self)
  }
}
