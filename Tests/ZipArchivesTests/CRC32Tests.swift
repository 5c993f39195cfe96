import ProfferFileSystem
import TestSupport
import Testing
import ZipArchives

@Suite struct CRC32Tests {
  /// The checksum computed bit by bit, according to the definition.
  private func reference(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = register & 1 == 1
        register >>= 1
        if isOdd { register ^= 0xEDB8_8320 }
      }
    }
    return ~register
  }

  private func checksum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { CRC32.of($0) } }

  @Test(
    arguments: [
      ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func checksumsAreThoseOfZip(text: String, expected: UInt32) {
    expectEqual(checksum(Array(text.utf8)), expected)
  }

  @Test func anyLengthInAnyPiecesAtAnyAddressGivesTheSame() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.bytes(count: 400)
    bytes.withUnsafeBytes { bytes in
      for count in 0..<100 {
        let start = Int.random(in: 0...300, using: &generator)
        let cut = Int.random(in: 0...count, using: &generator)
        var checksum = CRC32()
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[start..<start + cut]))
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[start + cut..<start + count]))
        expectEqual(checksum.value, reference(bytes[start..<start + count]), "seed \(seed), \(count) bytes")
      }
    }
  }

  @Test func instructionsOfTheProcessorAndTablesGiveTheSame() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.bytes(count: 5000)
    bytes.withUnsafeBytes { bytes in
      for _ in 0..<300 {
        let start = Int.random(in: 0...64, using: &generator)
        let part = bytes[start..<Int.random(in: start...bytes.count, using: &generator)]
        var (byInstructions, byTables) = (CRC32(), CRC32())
        // The register does not have its initial value.
        byInstructions.update(UnsafeRawBufferPointer(rebasing: bytes[..<start]))
        byTables.updateByTables(UnsafeRawBufferPointer(rebasing: bytes[..<start]))
        byInstructions.update(UnsafeRawBufferPointer(rebasing: part))
        byTables.updateByTables(UnsafeRawBufferPointer(rebasing: part))
        expectEqual(byInstructions.value, byTables.value, "seed \(seed), \(part.indices)")
        expectEqual(byTables.value, reference(bytes[..<part.endIndex]), "seed \(seed), \(part.indices)")
      }
    }
  }

  @Test func checksumsOfPartsAreJoined() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let first = generator.bytes(count: Int.random(in: 0...50, using: &generator))
      let second = generator.bytes(count: Int.random(in: 0...50, using: &generator))
      let joined = CRC32.combining(checksum(first), checksum(second), byteCount: UInt64(second.count))
      expectEqual(joined, reference(first + second), "seed \(seed)")
    }
  }

  @Test func zerosAreTakenInWithoutBeingRead() {
    for count in [0, 1, 15, 16, 1000] {
      var checksum = CRC32()
      checksum.update(UnsafeRawBufferPointer(start: nil, count: 0))
      [UInt8(7)].withUnsafeBytes { checksum.update($0) }
      checksum.updateZeros(count: UInt64(count))
      expectEqual(checksum.value, reference([7] + [UInt8](repeating: 0, count: count)))
    }
  }

  @Test func aSparseFileIsNotReadAsAWhole() throws {
    let folder = try TemporaryFolder()
    let gigabyte: UInt64 = 1 << 30
    let file = try folder.openFile("sparse", [1, 2, 3])
    try [UInt8](arrayLiteral: 4, 5).withUnsafeBytes { try file.write($0, at: 3 * gigabyte) }
    try file.setByteCount(5 * gigabyte)
    var expected = CRC32()
    [UInt8](arrayLiteral: 2, 3).withUnsafeBytes { expected.update($0) }
    expected.updateZeros(count: 3 * gigabyte - 3)
    [UInt8](arrayLiteral: 4, 5).withUnsafeBytes { expected.update($0) }
    expected.updateZeros(count: 2 * gigabyte - 2)
    try expectEqual(CRC32.of(file, at: 1, byteCount: 5 * gigabyte - 1), expected.value)
  }

  @Test func aFileThatEndsEarlyIsNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("file", [1, 2, 3])
    for (offset, count) in [(0, 4), (3, 1), (UInt64.max, 2)] as [(UInt64, UInt64)] {
      let error = expectThrows(FileSystemError.self) { try CRC32.of(file, at: offset, byteCount: count) }
      expectEqual(error?.code, .changedWhileReading)
      expectEqual(error?.path, file.path)
    }
  }
}
