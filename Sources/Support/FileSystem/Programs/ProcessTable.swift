/// A process as the system lists it.
struct ProcessRecord: Sendable, Hashable {
  let number: Int32
  let parent: Int32
  let group: Int32
  let session: Int32
  /// When it began, in a unit of the system's; with the number it is one process for ever.
  let start: UInt64
  /// Whether it has ended and waits for its parent to take note.
  let isZombie: Bool
}

/// The processes of the machine, as `/proc` lists them; none where there is no such list.
enum ProcessTable {
  private static let root = FilePath(known: Array("/proc".utf8))
  /// Longer than the line of any process, whose name is cut by the system.
  private static let longestLine = 1 << 10
  /// As much of an environment as is looked at.
  private static let longestEnvironment = 1 << 18

  /// All processes now; one that ends meanwhile may be missing.
  static func records() -> [ProcessRecord] {
    do {
      return try Folder.names(in: root).compactMap { name in name.string.flatMap(Int32.init).flatMap(record) }
    } catch {
      // A system without the list.
      return []
    }
  }

  /// A process; nil when there is none of that number.
  static func record(of process: Int32) -> ProcessRecord? {
    guard let bytes = contents(of: "stat", process, most: longestLine),
      // The name stands in parentheses and may hold anything, parentheses too.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
      let session = Int32(fields[3]), let start = UInt64(fields[19])
    else { return nil }
    return ProcessRecord(
      number: process, parent: parent, group: group, session: session, start: start,
      isZombie: fields[0] == "Z" || fields[0] == "X")
  }

  /// Whether a process was started with a variable, given as `NAME=value`.
  static func isStarted(_ process: Int32, with variable: [UInt8]) -> Bool {
    guard let bytes = contents(of: "environ", process, most: longestEnvironment) else { return false }
    return bytes.split(separator: 0).contains { $0.elementsEqual(variable) }
  }

  private static func contents(of name: String, _ process: Int32, most: Int) -> [UInt8]? {
    let path = FilePath(known: Array("/proc/\(process)/\(name)".utf8))
    do {
      let file = try OpenFile.reading(path)
      return try [UInt8](unsafeUninitializedCapacity: most) { buffer, count throws(FileSystemError) in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      }
    } catch {
      // It has ended, or belongs to another user.
      return nil
    }
  }
}
