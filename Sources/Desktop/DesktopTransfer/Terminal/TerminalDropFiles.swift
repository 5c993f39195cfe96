import ByteTools
import Foundation
import ItemProviders
import ProfferFileSystem

/// Transfers dropped files and folders from the terminal's machine.
///
/// The data is untrusted. A name is valid only for an entry directly in its folder, and a link must not point
/// outside the dropped folder. The numbers of bytes, entries and levels are limited.
struct TerminalDropFiles {
  private static let entryCount = 100_000
  private static let levelCount = 64

  private let channel: TerminalDropChannel
  /// The position of the list among the types, starting at 1.
  private let place: Int
  private let limits: TransferLimits
  private var byteCount: UInt64 = 0
  private var entryCount = 0

  init(channel: TerminalDropChannel, place: Int, limits: TransferLimits) {
    (self.channel, self.place, self.limits) = (channel, place, limits)
  }

  /// Transfers the files of a list.
  ///
  /// - Returns: the list, in which the transferred files replace the original files.
  mutating func bring(_ list: Data, into folder: FilePath) throws -> Data {
    var lines: [String] = []
    let top = try OpenFolder(folder)
    var taken: Set<String> = []
    let entries = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    for (index, line) in entries.enumerated() {
      guard line.lowercased().hasPrefix("file:") else {
        lines.append(String(line))
        continue
      }
      let path = line.dropFirst(5).drop { $0 == "/" }
      let last = path.split(separator: "/").last.flatMap { FilePath(percentEncoded: String($0)) }
      let name = try unique(last?.bytes ?? [], in: &taken)
      if let kind = try bring([("x", place), ("y", index + 1)], as: name, into: top, level: 0) {
        lines.append(try folder.appending(name).fileURL(isFolder: kind == .folder).absoluteString)
      }
    }
    return Data(lines.map { "\($0)\r\n" }.joined().utf8)
  }

  private enum Kind { case file, link, folder }

  /// Transfers an entry and the entries below it.
  ///
  /// - Returns: the kind of entry; nil if the entry is omitted.
  private mutating func bring(
    _ keys: [(Character, Int)], as name: FileName, into folder: OpenFolder, level: Int
  ) throws -> Kind? {
    entryCount += 1
    guard entryCount <= Self.entryCount, level < Self.levelCount else {
      throw TransferError(
        .tooLarge,
        "the dropped folder has more than \(Self.entryCount) entries or \(Self.levelCount) levels")
    }
    let shown = PrintableText.escaped(name.bytes)
    var number = 0
    var file: OpenFile?
    var end: UInt64 = 0
    var words: [UInt8] = []
    try channel.request(keys, calling: shown, idle: limits.idle) { message in
      number = message["X"]
      byteCount += UInt64(message.payload.count)
      guard byteCount <= limits.byteCount else { throw TransferError.tooLarge(shown, limits.byteCount) }
      if number > 0 {
        words += message.payload
        guard words.count <= 64 << 20 else { throw TransferError.tooLarge(shown, 64 << 20) }
        return
      }
      if file == nil { file = try folder.createFile(name) }
      try message.payload.withUnsafeBytes { try file?.write($0, at: end) }
      end += UInt64(message.payload.count)
    }
    channel.recorder?.add("terminal", "<loaded>", shown, byteCount: end)
    switch number {
    case ...0: return .file
    case 1:
      // The target of a link exists on this machine only if the target was also transferred.
      let parts = words.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard level > 0, !words.isEmpty, parts.first?.isEmpty == false, !words.contains(0),
        !parts.contains(where: { $0.elementsEqual("..".utf8) })
      else {
        channel.settings.tell("the link \(shown) is left out: its target is outside the dropped folder")
        return nil
      }
      try folder.createLink(name, pointingTo: words)
      return .link
    default:
      try folder.createFolder(name)
      let below = try folder.subfolder(name)
      var taken: Set<String> = []
      let names =
        try words.isEmpty
        ? []
        : words.split(separator: 0, omittingEmptySubsequences: false).map {
          try unique(Array($0), in: &taken)
        }
      for (index, name) in names.enumerated() {
        _ = try bring([("Y", number), ("x", index + 1)], as: name, into: below, level: level + 1)
      }
      // An open folder uses memory in the terminal.
      channel.writer.message("t=r:Y=\(number)")
      return .folder
    }
  }

  /// Returns a unique name for an entry.
  ///
  /// Names that differ only in case count as equal.
  private func unique(_ bytes: [UInt8], in taken: inout Set<String>) throws -> FileName {
    guard let name = FileName(bytes: bytes) else {
      throw TransferError.violation(
        "the terminal", "the name \(PrintableText.escaped(bytes)) of a file")
    }
    func key(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }
    var candidate = name
    var number = 1
    while !taken.insert(key(candidate.bytes)).inserted {
      number += 1
      candidate = FileNaming.numbered(name, number)
    }
    return candidate
  }
}
