import ByteTools
import ProfferFileSystem

/// The machine as a terminal knows it: one that sends another name asks for the files themselves.
enum TerminalMachine {
  /// The name of the machine; nil where it has none, which a terminal takes for its own machine.
  ///
  /// - Parameter file: the file with the number of the machine, `/etc/machine-id`.
  static func name(from file: FilePath?) throws -> String? {
    guard let file, try FileStatus.ifPresent(file)?.kind == .regular else { return nil }
    let (open, status) = try OpenFile.examiningRegular(file)
    return name(of: try open.bytes(at: 0, count: Int(min(status.byteCount, 256))))
  }

  /// The name that a number gives: it is not the number itself, which programs keep to themselves.
  static func name(of number: [UInt8]) -> String? {
    var number = number[...]
    while let last = number.last, last <= 0x20 { number.removeLast() }
    guard !number.isEmpty else { return nil }
    let digest = SHA256.digest(Array(number), key: Array("tty-dnd-protocol-machine-id".utf8))
    return "1:" + String(decoding: digest.hexadecimalDigits, as: UTF8.self)
  }
}
