/// Whether a binary property list is safe to hand to a reader that calls itself for each level.
///
/// The layout: objects, a table of their offsets, and a trailer of 32 bytes that says where the table is (source:
/// Apple's CFBinaryPList.c).
enum BinaryPropertyListNesting {
  /// Whether the containers are nested at most so deep and each stands in one place only.
  ///
  /// A container that several others refer to could be a circle, or double in size at every level; writers of
  /// property lists share scalars only. False too when the tables do not fit into the bytes. Linear in their number.
  static func isBounded(_ bytes: [UInt8], depth limit: Int) -> Bool {
    guard let list = List(bytes) else { return false }
    var isSeen = [Bool](repeating: false, count: list.objectCount)
    var open = [(object: list.top, depth: 1)]
    while let (object, depth) = open.popLast() {
      guard object < list.objectCount, let members = list.members(of: object) else { return false }
      if members.count == 0 { continue }
      if isSeen[object] || depth > limit { return false }
      isSeen[object] = true
      for index in 0..<members.count {
        guard let member = list.reference(at: members.start, index) else { return false }
        open.append((member, depth + 1))
      }
    }
    return true
  }

  private struct List {
    let bytes: [UInt8]
    let objectCount: Int
    let top: Int
    private let offsetWidth: Int
    private let referenceWidth: Int
    private let tableStart: Int

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 40 else { return nil }
      self.bytes = bytes
      let trailer = bytes.count - 32
      offsetWidth = Int(bytes[trailer + 6])
      referenceWidth = Int(bytes[trailer + 7])
      guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth),
        let objectCount = Self.number(bytes, at: trailer + 8, width: 8),
        let top = Self.number(bytes, at: trailer + 16, width: 8),
        let tableStart = Self.number(bytes, at: trailer + 24, width: 8),
        tableStart <= trailer, objectCount <= (trailer - tableStart) / offsetWidth
      else { return nil }
      self.objectCount = objectCount
      self.top = top
      self.tableStart = tableStart
    }

    /// Where a container's references begin and how many there are; none for another object, nil when they do not fit.
    func members(of object: Int) -> (start: Int, count: Int)? {
      guard let start = Self.number(bytes, at: tableStart + object * offsetWidth, width: offsetWidth),
        start < tableStart
      else { return nil }
      let marker = bytes[start]
      let isDictionary = marker >> 4 == 0xD
      guard isDictionary || (0xA...0xC).contains(marker >> 4) else { return (start, 0) }
      var count = Int(marker & 0xF)
      var place = start + 1
      if count == 0xF {
        // The count follows as an integer object of 1, 2, 4 or 8 bytes.
        guard place < tableStart, bytes[place] >> 4 == 1, bytes[place] & 0xF <= 3 else { return nil }
        let width = 1 << Int(bytes[place] & 0xF)
        guard let long = Self.number(bytes, at: place + 1, width: width) else { return nil }
        count = long
        place += 1 + width
      }
      // A dictionary's keys come first, then as many values.
      let (references, overflow) = count.multipliedReportingOverflow(by: isDictionary ? 2 : 1)
      guard !overflow, place <= tableStart, references <= (tableStart - place) / referenceWidth else {
        return nil
      }
      return (place, references)
    }

    func reference(at start: Int, _ index: Int) -> Int? {
      Self.number(bytes, at: start + index * referenceWidth, width: referenceWidth)
    }

    private static func number(_ bytes: [UInt8], at place: Int, width: Int) -> Int? {
      guard place >= 0, place <= bytes.count - width else { return nil }
      var number: UInt64 = 0
      for byte in bytes[place..<place + width] { number = number << 8 | UInt64(byte) }
      return Int(exactly: number)
    }
  }
}
