import ByteTools
import ProfferFileSystem
import ZipArchives

/// The states of placed files after renaming, stored in a file of the record.
///
/// Renaming sets the time of the last change, so the state in the journal differs from the state of the
/// placed file. With the states from this file, undo does not need to read unchanged files. The file is only
/// an optimization. If the file is missing, truncated or damaged, undo reads the contents of all placed
/// files.
enum SettledFiles {
  private static let stateByteCount = 16
  private static let checksumByteCount = 4

  private static func path(in place: FilePath) -> FilePath { place.appending(FileName(known: "settled")) }

  /// Writes the states without flushing the file to disk.
  static func write(_ states: [FileState], in place: FilePath) {
    guard !states.isEmpty else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(states.count * stateByteCount + checksumByteCount)
    for state in states {
      for number in [state.times, state.changes] {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
      }
    }
    withUnsafeBytes(of: bytes.withUnsafeBytes(CRC32.of).littleEndian) { bytes += $0 }
    do {
      let replacement = try FileReplacement(at: path(in: place), replacing: true, sweeping: false)
      try bytes.withUnsafeBytes { try replacement.file.write($0, at: 0) }
      try replacement.commit(synchronizing: false)
    } catch {
      // Undo then reads the contents of the files.
    }
  }

  /// Reads the states; returns an empty set if the file is missing, truncated or damaged.
  static func read(in place: FilePath) -> Set<FileState> {
    do {
      guard let status = try FileStatus.ifPresent(path(in: place)),
        let byteCount = Int(exactly: status.byteCount), byteCount >= checksumByteCount
      else { return [] }
      let bytes = try OpenFile.readingRegular(path(in: place)).bytes(at: 0, count: byteCount)
      let end = byteCount - checksumByteCount
      let checksum = bytes[..<end].withUnsafeBytes(CRC32.of)
      guard end % stateByteCount == 0, UInt64(checksum) == number(in: bytes[end...]) else { return [] }
      return Set(
        stride(from: 0, to: end, by: stateByteCount).map { start in
          FileState(
            times: number(in: bytes[start..<start + 8]), changes: number(in: bytes[start + 8..<start + 16]))
        })
    } catch {
      return []
    }
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
