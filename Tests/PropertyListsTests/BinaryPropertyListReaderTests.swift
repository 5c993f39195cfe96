import Foundation
import PropertyLists
import TestSupport;
import Testing

struct BinaryPropertyListReaderTests {
  /// A file with the given objects; offsets have one byte, and references one byte unless given.
  private func file(_ objects: [[UInt8]], top: Int = 0, referenceSize: UInt8 = 1) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, referenceSize]
    for number in [UInt8(objects.count), UInt8(top), table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return Data(bytes)
  }

  @Test(
    arguments: [
      ([[0xA1, 0]], "cycle"), ([[0xA1, 1], [0xA1, 0]], "cycle"), ([[0xD1, 0, 0]], "cycle"),
      ([[0xA1, 9]], "referenceOutOfRange"),
      ([[0xAF, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]], "unexpectedEnd"),
      ([[0x5F, 0x13, 255, 255, 255, 255, 255, 255, 255, 255]], "unexpectedEnd"),
      ([[0xDF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]], "unexpectedEnd"), ([[0x4F, 0x12, 0, 0]], "unexpectedEnd"),
      ([[0x52, 0x41]], "unexpectedEnd"), ([[0x4F, 0x51]], "unknownObject"), ([[0x70]], "unknownObject"),
      ([[0x01]], "unknownObject"), ([[0x24]], "unknownObject"), ([[0x15]], "invalidNumber"),
      ([[0x8F]], "invalidNumber"),
      ([[0x51, 0x80]], "invalidText"), ([[0xD1, 1, 1], [0x09]], "invalidKey"),
      ([[0xD1, 1, 2], [0xA0], [0x09]], "invalidKey"),
      ([[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], "invalidDate"),
    ] as [([[UInt8]], String)])
  func malformedObjectsAreNamed(objects: [[UInt8]], code: String) {
    expectError(PropertyListError.Code(rawValue: code), "\(objects)") {
      try PropertyListReading(binary: file(objects))
    }
  }

  @Test(arguments: [
    (6, 0, "invalidTrailer"), (6, 9, "invalidTrailer"), (7, 0, "invalidTrailer"), (7, 255, "invalidTrailer"),
    (15, 0, "invalidTrailer"), (15, 2, "invalidTrailer"), (8, 255, "invalidTrailer"),
    (23, 1, "invalidTrailer"),
    (24, 255, "invalidTrailer"), (31, 8, "invalidTrailer"), (31, 255, "invalidTrailer"),
    (-1, 200, "offsetOutOfRange"),
    (-1, 7, "offsetOutOfRange"),
  ])
  func malformedTrailersAreNamed(place: Int, byte: UInt8, code: String) {
    var bytes = file([[0x09]])
    bytes[bytes.count - 32 + place] = byte
    expectError(PropertyListError.Code(rawValue: code), "\(place)") { try PropertyListReading(binary: bytes) }
  }

  @Test func sharingThatGrowsWithoutEndIsRefused() {
    // Each of 60 arrays names the next one twice: 2^60 values in 400 bytes.
    var objects: [[UInt8]] = (1...60).map { [0xA2, UInt8($0), UInt8($0)] }
    objects.append([0x09])
    expectError(.tooLarge) { try PropertyListReading(binary: file(objects)) }
  }

  @Test func overlappingObjectsAreRefused() {
    // Two hundred strings that begin one byte apart, each as long as the file allows.
    var bytes = Array("bplist00".utf8)
    let count = 200
    bytes += [0xAF, 0x10, UInt8(count)] + (1...count).map { UInt8($0) }
    let start = bytes.count
    bytes += [UInt8](repeating: 0x5E, count: count + 14)
    let table = bytes.count
    for offset in [8] + (start..<start + count) { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes +=
      [0, 0, 0, 0, 0, 0, 2, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(count + 1)] + [UInt8](repeating: 0, count: 8)
    bytes += [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
    expectError(.overlappingObjects) { try PropertyListReading(binary: Data(bytes)) }
  }

  @Test func depthIsBoundedThroughSharedObjects() {
    // The inner array is complete before it is named a second time, at a depth of three.
    let objects: [[UInt8]] = [[0xA2, 1, 2], [0xA1, 3], [0xA1, 1], [0xA0]]
    expectError(.tooDeep) {
      try PropertyListReading(binary: file(objects), limits: PropertyListLimits(depth: 3))
    }
    #expect(throws: Never.self) {
      try PropertyListReading(binary: file(objects), limits: PropertyListLimits(depth: 4))
    }
  }

  @Test func whatIsReadIsWrittenAgainByteForByte() throws {
    let node = PropertyListNode.dictionary([
      PropertyListMember("list", .array([.integer(-1), .real(1.5), .boolean(true), .uid(70_000)])),
      PropertyListMember("set", .set([.string("é"), .data(Data([1]))])),
      PropertyListMember("when", .date(Date(timeIntervalSinceReferenceDate: 0.25))),
      PropertyListMember("large", .largeInteger(digits: "18446744073709551615")),
    ])
    let data = try node.writeBinary()
    try expectEqual(PropertyListReading(binary: data).node.writeBinary(), data)
  }

  @Test(arguments: [PropertyListNode.null, .array([.null])])
  func aNullCannotBeWritten(node: PropertyListNode) {
    expectError(.unwritable) { try node.writeBinary() }
    expectError(.unwritable) { try node.writeXML() }
  }

  @Test func anIntegerBeyond128BitsCannotBeWritten() {
    expectError(.unwritable) {
      try PropertyListNode.largeInteger(digits: String(repeating: "9", count: 40)).writeBinary()
    }
  }

  @Test func halvesOfSurrogatePairsAreCounted() throws {
    let reading = try PropertyListReading(
      binary: file([[0x64, 0xD8, 0x00, 0xD8, 0x3D, 0xDE, 0x00, 0xDC, 0x00]]))
    guard case .string(let text) = reading.node else { throw NoString() }
    expectEqual(text, "\u{FFFD}😀\u{FFFD}")
    expectEqual(reading.repairedCharacterCount, 2)
  }
}

private struct NoString: Error {}
