/// Reads binary property lists from anywhere.
///
/// Foundation's reader ends the process on some damaged files, so it is given none. The layout: objects, a table of
/// their offsets, and a trailer of 32 bytes that says where the table is (source: Apple's CFBinaryPList.c).
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let objectCount: Int
  private let top: Int
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let tableStart: Int
  /// Containers that were read: one that stands in two places could double in size at every level, or be a circle.
  private var isRead: [Bool]
  /// Texts that were read: these do stand in many places.
  private var texts: [Int: String] = [:]

  /// The value of a list; nil when it is damaged, nested deeper than the limit, or shares containers.
  ///
  /// Writers of property lists share scalars only. Linear in the number of bytes.
  static func value(of bytes: [UInt8], depth limit: Int) -> PropertyValue? {
    guard var list = BinaryPropertyList(bytes) else { return nil }
    return list.value(of: list.top, depth: limit)
  }

  private init?(_ bytes: [UInt8]) {
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
    isRead = Array(repeating: false, count: objectCount)
  }

  private mutating func value(of object: Int, depth: Int) -> PropertyValue? {
    guard object < objectCount,
      let place = Self.number(bytes, at: tableStart + object * offsetWidth, width: offsetWidth),
      place < tableStart
    else { return nil }
    let marker = bytes[place]
    switch marker >> 4 {
    case 0x0: return marker == 0x08 || marker == 0x09 ? .boolean(marker == 0x09) : .other("nothing")
    case 0x1:
      guard marker & 0xF <= 3 else { return .other("a number of many digits") }
      // Eight bytes are signed, fewer are not; what does not fit is damaged.
      return Self.number(bytes, at: place + 1, width: 1 << Int(marker & 0xF)).map(PropertyValue.integer)
    case 0x2: return .other("a number with a fraction")
    case 0x3: return .other("a date")
    case 0x4: return .other("data")
    case 0x5, 0x6: return text(of: object, at: place)
    case 0xA, 0xC: return list(of: object, at: place, depth: depth)
    case 0xD: return dictionary(of: object, at: place, depth: depth)
    default: return .other("something else")
    }
  }

  private mutating func text(of object: Int, at place: Int) -> PropertyValue? {
    if let text = texts[object] { return .text(text) }
    let unitWidth = bytes[place] >> 4 == 5 ? 1 : 2
    guard let (start, count) = contents(at: place, elementWidth: unitWidth) else { return nil }
    let units = bytes[start..<start + count * unitWidth]
    let text: String?
    if unitWidth == 1 {
      text = String(validating: units, as: UTF8.self)
    } else {
      text = String(
        validating: stride(from: start, to: units.endIndex, by: 2).map {
          UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }, as: UTF16.self)
    }
    texts[object] = text
    return text.map(PropertyValue.text)
  }

  private mutating func list(of object: Int, at place: Int, depth: Int) -> PropertyValue? {
    guard let (start, count) = enter(object, at: place, depth: depth, referencesPerElement: 1) else {
      return nil
    }
    var elements: [PropertyValue] = []
    for index in 0..<count {
      guard let element = member(start, index, depth: depth) else { return nil }
      elements.append(element)
    }
    return .list(elements)
  }

  private mutating func dictionary(of object: Int, at place: Int, depth: Int) -> PropertyValue? {
    // The keys come first, then as many values.
    guard let (start, count) = enter(object, at: place, depth: depth, referencesPerElement: 2) else {
      return nil
    }
    var members: [(key: String, value: PropertyValue)] = []
    for index in 0..<count {
      guard case .text(let key)? = member(start, index, depth: depth),
        let value = member(start, count + index, depth: depth)
      else { return nil }
      members.append((key, value))
    }
    return .dictionary(members)
  }

  private mutating func enter(
    _ object: Int, at place: Int, depth: Int, referencesPerElement: Int
  ) -> (start: Int, count: Int)? {
    guard let contents = contents(at: place, elementWidth: referenceWidth * referencesPerElement) else {
      return nil
    }
    if contents.count == 0 { return contents }
    if isRead[object] || depth == 0 { return nil }
    isRead[object] = true
    return contents
  }

  private mutating func member(_ start: Int, _ index: Int, depth: Int) -> PropertyValue? {
    guard let object = Self.number(bytes, at: start + index * referenceWidth, width: referenceWidth) else {
      return nil
    }
    return value(of: object, depth: depth - 1)
  }

  /// Where an object's contents begin and how many elements there are; nil when they do not lie before the table.
  private func contents(at place: Int, elementWidth: Int) -> (start: Int, count: Int)? {
    var start = place + 1
    var count = Int(bytes[place] & 0xF)
    if count == 0xF {
      // The count follows as an integer object of 1, 2, 4 or 8 bytes.
      guard start < tableStart, bytes[start] >> 4 == 1, bytes[start] & 0xF <= 3 else { return nil }
      let width = 1 << Int(bytes[start] & 0xF)
      guard let long = Self.number(bytes, at: start + 1, width: width) else { return nil }
      count = long
      start += 1 + width
    }
    guard start <= tableStart, count <= (tableStart - start) / elementWidth else { return nil }
    return (start, count)
  }

  private static func number(_ bytes: [UInt8], at place: Int, width: Int) -> Int? {
    guard place <= bytes.count - width else { return nil }
    var number: UInt64 = 0
    for byte in bytes[place..<place + width] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }
}
