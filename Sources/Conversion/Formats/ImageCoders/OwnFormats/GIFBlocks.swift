import Foundation
import ProfferConversions

/// The blocks of a GIF file: the screen, the frames, and what extensions contain.
///
/// A file consists of a header, the descriptor of a screen, and blocks. A block is a frame, an extension, or
/// the trailer. Long contents are stored in sub-blocks of at most 255 bytes, and an empty sub-block ends them.
/// (Source: GIF89a specification, 1990; the extensions of Netscape, Adobe and the ICC for loops, XMP and
/// profiles.)
struct GIFBlocks {
  /// A frame, which changes a rectangle of the screen.
  struct Frame {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    var isInterlaced = false
    /// The range of the color table in the file, 3 bytes a color; nil if the frame has no colors.
    var colors: Range<Int>?
    /// The number of bits of a color index in the compressed pixels.
    var bitCount = 0
    /// The range of the sub-blocks with the compressed pixels.
    var data = 0..<0
    var control = GIFControl()

    /// The number of pixels.
    var area: Int { width * height }
  }

  private(set) var width = 0
  private(set) var height = 0
  /// The first frames, at most as many as were asked for.
  private(set) var frames: [Frame] = []
  /// The number of frames in the file.
  private(set) var frameCount = 0
  /// The number of times that the animation is played; nil if it is repeated forever.
  private(set) var playCount: Int? = 1
  private(set) var comments: [ImageText] = []
  private(set) var xmp: Data?
  private(set) var colorProfile: Data?
  var losses = LossCounter()
  var warnings: [String] = []

  /// The warning for a file that ends after a block, and not with the trailer.
  private static let missingEnd = "The GIF file has no end marker; frames may be missing."

  /// The bytes after an XMP packet, which lead readers of sub-blocks to its end.
  static let endOfXMP: [UInt8] = [0x01] + (0...255).reversed().map { UInt8($0) } + [0x00]

  private let file: ImageBytes
  private let frameLimit: Int
  private let limits: ImageLimits
  private var globalColors: Range<Int>?
  private var metadataByteCount = 0

  /// Reads all blocks, without decompressing pixels.
  ///
  /// - Parameters:
  ///   - file: the bytes of the file.
  ///   - frameLimit: the number of frames that are kept in ``frames``. All frames are counted.
  ///   - limits: the limit on the metadata.
  /// - Throws: ``CoderError`` if the file is not a GIF file, is truncated, or has no frame.
  init(_ file: ImageBytes, keepingFrames frameLimit: Int, limits: ImageLimits) throws(CoderError) {
    self.file = file
    self.frameLimit = frameLimit
    self.limits = limits
    guard file.count >= 6, ["GIF87a", "GIF89a"].contains(where: { file.bytes.starts(with: $0.utf8) }) else {
      throw CoderError(.wrongFormat, "this is not a GIF file", at: .byte(0))
    }
    try file.require(13, for: "header")
    width = Int(file.littleEndian(UInt16.self, at: 6))
    height = Int(file.littleEndian(UInt16.self, at: 8))
    var place = 13
    globalColors = try colorTable(flags: file[10], at: &place)
    // A ratio of 49 means square pixels, and 0 means that the file declares no ratio.
    if file[12] != 0, file[12] != 49 { losses.add(.metadata, "the aspect ratio of the pixels") }
    try readBlocks(from: place)
    guard frameCount > 0 else { throw file.damaged("has no image", at: file.count) }
    growScreen()
  }

  /// Enlarges the screen to the first frame, as other readers do.
  private mutating func growScreen() {
    let (right, bottom) = (frames[0].left + frames[0].width, frames[0].top + frames[0].height)
    guard right > width || bottom > height else { return }
    if width > 0, height > 0 {
      warnings.append("The first frame of the GIF file is larger than the declared size of the picture.")
    }
    (width, height) = (max(width, right), max(height, bottom))
  }

  private mutating func readBlocks(from start: Int) throws(CoderError) {
    var place = start
    var control = GIFControl()
    while place < file.count {
      switch file[place] {
      case 0x21:
        try file.require(place + 2, for: "extensions")
        let label = file[place + 1]
        place += 2
        let block = place
        place = try endOfSubBlocks(at: place, for: "extensions")
        if label == 0xF9 {
          control = GIFControl(file, block..<place)
          if control.waitsForInput { losses.add(.metadata, "waiting for the user between frames") }
        } else {
          try readExtension(label, block..<place)
          // The control block before a text applies to the text.
          if label == 0x01 { control = GIFControl() }
        }
      case 0x2C:
        try readFrame(at: &place, control)
        control = GIFControl()
      case 0x3B:
        if place + 1 < file.count { losses.addTrailing(file.bytes[(place + 1)...]) }
        return
      // Some programs write an empty sub-block too many.
      case 0x00: place += 1
      default: throw file.damaged("has an unknown block", at: place)
      }
    }
    warnings.append(Self.missingEnd)
  }

  private mutating func readFrame(at place: inout Int, _ control: GIFControl) throws(CoderError) {
    try file.require(place + 10, for: "frames")
    var frame = Frame()
    func number(_ offset: Int) -> Int { Int(file.littleEndian(UInt16.self, at: place + offset)) }
    (frame.left, frame.top, frame.width, frame.height) = (number(1), number(3), number(5), number(7))
    let flags = file[place + 9]
    guard frame.width > 0, frame.height > 0 else {
      throw file.damaged("has a frame of \(frame.width) × \(frame.height) pixels", at: place)
    }
    frame.isInterlaced = flags & 0x40 != 0
    frame.control = control
    place += 10
    frame.colors = try colorTable(flags: flags, at: &place) ?? globalColors
    try file.require(place + 1, for: "frames")
    frame.bitCount = Int(file[place])
    place += 1
    let start = place
    place = try endOfSubBlocks(at: place, for: "frames")
    frame.data = start..<place
    frameCount += 1
    if frames.count < frameLimit { frames.append(frame) }
  }

  /// Returns the range of a color table if the flags declare one, and moves the offset to its end.
  private func colorTable(flags: UInt8, at place: inout Int) throws(CoderError) -> Range<Int>? {
    guard flags & 0x80 != 0 else { return nil }
    let start = place
    place += 3 << (Int(flags & 7) + 1)
    try file.require(place, for: "color table")
    return start..<place
  }

  /// Returns the offset after the empty sub-block that ends a sequence of sub-blocks.
  private func endOfSubBlocks(at start: Int, for part: String) throws(CoderError) -> Int {
    var place = start
    while place < file.count {
      let length = Int(file[place])
      place += 1 + length
      if length == 0 { return place }
    }
    throw CoderError(.unexpectedEnd, "the GIF file is truncated in its \(part)", at: .byte(file.count))
  }

  // MARK: Extensions

  private mutating func readExtension(_ label: UInt8, _ block: Range<Int>) throws(CoderError) {
    switch label {
    case 0xFE:
      let bytes = contents(of: block)
      try count(bytes.count)
      let text =
        String(validating: bytes, as: UTF8.self) ?? String(decoding: bytes.map(UInt16.init), as: UTF16.self)
      comments.append(ImageText(keyword: "Comment", text: text))
    case 0xFF where file[block.lowerBound] == 11:
      let name = file.bytes[block.lowerBound + 1..<block.lowerBound + 12]
      let data = block.lowerBound + 12..<block.upperBound
      if name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8) {
        readLoops(contents(of: data))
      } else if name.elementsEqual("XMP DataXMP".utf8), xmp == nil {
        xmp = Data(contentsOfXMP(data))
        try count(xmp?.count ?? 0)
      } else if name.elementsEqual("ICCRGBG1012".utf8), colorProfile == nil {
        colorProfile = Data(contents(of: data))
        try count(colorProfile?.count ?? 0)
      } else {
        losses.add(.metadata, "application extensions")
      }
    case 0x01: losses.add(.metadata, "text drawn over the picture")
    default: losses.add(.metadata, "application extensions")
    }
  }

  private mutating func count(_ byteCount: Int) throws(CoderError) {
    metadataByteCount += byteCount
    try limits.check(metadataByteCount: metadataByteCount)
  }

  private mutating func readLoops(_ data: [UInt8]) {
    guard data.count >= 3, data[0] & 7 == 1 else { return losses.add(.metadata, "application extensions") }
    let repeats = Int(data[1]) | Int(data[2]) << 8
    // The number counts the repetitions after the first time, and 0 means forever.
    playCount = repeats == 0 ? nil : repeats + 1
  }

  /// Returns the bytes in sub-blocks.
  private func contents(of block: Range<Int>) -> [UInt8] {
    var contents: [UInt8] = []
    contents.reserveCapacity(block.count)
    file.appendSubBlocks(block, to: &contents)
    return contents
  }

  /// Returns the bytes of an XMP packet.
  ///
  /// The packet is stored without sub-blocks. The 258 bytes after it lead readers of sub-blocks to its end.
  private func contentsOfXMP(_ block: Range<Int>) -> [UInt8] {
    let end = Self.endOfXMP
    guard block.count >= end.count, file.bytes[block].suffix(end.count).elementsEqual(end) else {
      return contents(of: block)
    }
    return Array(file.bytes[block].dropLast(end.count))
  }
}

/// The graphic control extension, which applies to the frame after it.
struct GIFControl {
  /// What happens to the rectangle of a frame before the next frame is drawn.
  enum Disposal {
    case keep
    /// The rectangle becomes transparent.
    case clear
    /// The rectangle becomes as it was before the frame.
    case restore
  }

  var disposal = Disposal.keep
  /// The time for which the frame is shown, in hundredths of a second.
  var delay = 0
  var transparentIndex: Int?
  var waitsForInput = false

  init() {}

  init(_ file: ImageBytes, _ block: Range<Int>) {
    guard file[block.lowerBound] >= 4 else { return }
    let flags = file[block.lowerBound + 1]
    disposal =
      switch flags >> 2 & 7 {
      case 2: .clear
      // An early version of the specification has 4 in place of 3.
      case 3, 4: .restore
      default: .keep
      }
    waitsForInput = flags & 2 != 0
    delay = Int(file.littleEndian(UInt16.self, at: block.lowerBound + 2))
    if flags & 1 != 0 { transparentIndex = Int(file[block.lowerBound + 4]) }
  }
}

extension ImageBytes {
  /// Appends the bytes in sub-blocks.
  ///
  /// - Parameter block: the range of the sub-blocks, with the empty sub-block that ends them.
  func appendSubBlocks(_ block: Range<Int>, to contents: inout [UInt8]) {
    var place = block.lowerBound
    while place < block.upperBound, self[place] > 0 {
      let end = place + 1 + Int(self[place])
      contents += bytes[place + 1..<end]
      place = end
    }
  }
}

extension [UInt8] {
  /// Appends bytes as sub-blocks, with the empty sub-block that ends them.
  mutating func appendSubBlocks(_ contents: [UInt8]) {
    for start in stride(from: 0, to: contents.count, by: 255) {
      let part = contents[start..<Swift.min(start + 255, contents.count)]
      append(UInt8(part.count))
      self += part
    }
    append(0)
  }
}
