import Foundation
import ProfferConversions

/// The header of a portable anymap: plain or raw PBM, PGM and PPM, or PAM.
///
/// The format is defined in the manual pages pbm(5), pgm(5), ppm(5) and pam(5) of Netpbm.
struct AnymapHeader {
  /// The digit after the letter P: 1 to 3 for plain formats, 4 to 6 for raw formats, and 7 for PAM.
  let kind: Int
  let width: Int
  let height: Int
  let channels: Image.Channels
  /// The maximum sample value, 1 to 65,535; 1 for a bitmap.
  let maximum: Int
  /// The offset at which the samples begin.
  let samplePlace: Int
  let comments: [String]
  /// The tuple type of a PAM file; nil if it is missing or matches the channels.
  private(set) var unknownTupleType: String?

  var isPlain: Bool { kind <= 3 }
  var isBitmap: Bool { Self.isBitmap(kind) }
  /// The image depth at which different sample values remain different.
  var depth: Image.Depth { maximum > 255 ? .sixteen : .eight }

  /// The number of bytes in the raw samples; nil on overflow.
  var rawByteCount: Int? {
    if kind == 4 { return ((width + 7) / 8).multiplied(by: height) }
    return width.multiplied(by: height)?.multiplied(by: channels.count * depth.byteCount)
  }

  init(_ file: ImageBytes, at start: Int) throws(CoderError) {
    try file.require(start + 3, for: "header")
    guard file[start] == UInt8(ascii: "P"), ("1"..."7").contains(Character(UnicodeScalar(file[start + 1])))
    else {
      if file[start] == UInt8(ascii: "P"), "fF".utf8.contains(file[start + 1]) {
        throw file.unsupported("has samples that are floating-point numbers")
      }
      throw CoderError(.wrongFormat, "this is not a portable anymap", at: .byte(start))
    }
    kind = Int(file[start + 1] - UInt8(ascii: "0"))
    var scanner = AnymapScanner(file, at: start + 2)
    if kind == 7 {
      let map = try scanner.arbitraryMap()
      (width, height, channels, maximum) = (map.width, map.height, map.channels, map.maximum)
      unknownTupleType = map.unknownTupleType
    } else {
      width = try scanner.number("width")
      height = try scanner.number("height")
      maximum = Self.isBitmap(kind) ? 1 : try scanner.number("greatest sample")
      channels = kind == 3 || kind == 6 ? .rgb : .gray
      // One whitespace byte ends the header. A comment may take the place of that byte.
      try scanner.endHeader()
    }
    comments = scanner.comments
    samplePlace = scanner.place
    guard width > 0, height > 0 else {
      throw file.damaged("declares \(width) × \(height) pixels", at: start)
    }
    guard (1...65_535).contains(maximum) else {
      throw file.damaged("declares the maximum sample \(maximum)", at: start)
    }
  }

  private static func isBitmap(_ kind: Int) -> Bool { kind == 1 || kind == 4 }
}

extension Int {
  /// Returns the product; nil on overflow.
  fileprivate func multiplied(by other: Int) -> Int? {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? nil : product
  }
}

/// A scanner for the numbers and lines of a portable anymap.
struct AnymapScanner {
  private let file: ImageBytes
  private(set) var place: Int
  private(set) var comments: [String] = []

  init(_ file: ImageBytes, at place: Int) {
    self.file = file
    self.place = place
  }

  /// Returns whether only whitespace and comments remain.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return place >= file.count
  }

  /// Skips whitespace and comments, and returns the next number.
  mutating func number(_ name: String) throws(CoderError) -> Int {
    skipSpace()
    let start = place
    var value = 0
    while place < file.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(file[place]) {
      value = value * 10 + Int(file[place] - UInt8(ascii: "0"))
      // The limit is larger than any valid number, and far below an overflow.
      guard value < 1 << 40 else { throw file.damaged("has too many digits in its \(name)", at: start) }
      place += 1
    }
    guard place > start else {
      try file.require(place + 1, for: name)
      throw file.damaged("has no number where its \(name) is expected", at: start)
    }
    return value
  }

  /// Returns the next digit of a plain bitmap.
  ///
  /// Whitespace between digits is optional.
  mutating func bit() throws(CoderError) -> Bool {
    skipSpace()
    try file.require(place + 1, for: "samples")
    let digit = file[place]
    guard digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
      throw file.damaged("has a sample that is neither 0 nor 1", at: place)
    }
    place += 1
    return digit == UInt8(ascii: "1")
  }

  mutating func endHeader() throws(CoderError) {
    try file.require(place + 1, for: "header")
    if file[place] == UInt8(ascii: "#") { return skipSpace() }
    guard isSpace(file[place]) else { throw file.damaged("has no space after its header", at: place) }
    place += 1
  }

  /// Parses the header lines of a PAM file up to `ENDHDR`.
  mutating func arbitraryMap() throws(CoderError) -> (
    width: Int, height: Int, channels: Image.Channels, maximum: Int, unknownTupleType: String?
  ) {
    var numbers: [String: Int] = [:]
    var tupleType = ""
    while true {
      skipSpace()
      let start = place
      while place < file.count, file[place] != UInt8(ascii: "\n") { place += 1 }
      try file.require(place + 1, for: "header")
      let line = String(decoding: file.bytes[start..<place], as: UTF8.self)
      place += 1
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let key = words.first.map(String.init) else { continue }
      if key == "ENDHDR" { break }
      let value = words.dropFirst().joined(separator: " ")
      switch key {
      case "WIDTH", "HEIGHT", "DEPTH", "MAXVAL":
        guard let number = Int(value), number > 0, number < 1 << 40 else {
          throw file.damaged("has \(value.isEmpty ? "no value" : value) as its \(key)", at: start)
        }
        numbers[key] = number
      case "TUPLTYPE": tupleType += (tupleType.isEmpty ? "" : " ") + value
      default: throw file.damaged("has the unknown line \(key) in its header", at: start)
      }
    }
    guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"], let depth = numbers["DEPTH"],
      let maximum = numbers["MAXVAL"]
    else { throw file.damaged("lacks WIDTH, HEIGHT, DEPTH or MAXVAL in its header") }
    guard let channels = Image.Channels(rawValue: depth) else {
      throw file.unsupported("has \(depth) samples per pixel")
    }
    let known: [String: Image.Channels] = [
      "BLACKANDWHITE": .gray, "GRAYSCALE": .gray, "RGB": .rgb, "BLACKANDWHITE_ALPHA": .grayAlpha,
      "GRAYSCALE_ALPHA": .grayAlpha, "RGB_ALPHA": .rgba,
    ]
    let isKnown = tupleType.isEmpty || known[tupleType] == channels
    return (width, height, channels, maximum, isKnown ? nil : tupleType)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Skips whitespace and comments, and collects the comments.
  private mutating func skipSpace() {
    while place < file.count {
      if file[place] == UInt8(ascii: "#") {
        let start = place + 1
        while place < file.count, file[place] != UInt8(ascii: "\n"), file[place] != UInt8(ascii: "\r") {
          place += 1
        }
        let text = String(utf8OrLatin1: file.bytes[start..<place])
        comments.append(text.hasPrefix(" ") ? String(text.dropFirst()) : text)
      } else if isSpace(file[place]) {
        place += 1
      } else {
        return
      }
    }
  }
}
