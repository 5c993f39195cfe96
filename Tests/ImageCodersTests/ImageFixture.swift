import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

/// A file of `fixtures/images`.
enum ImageFixture {
  /// The bytes of a file by its path in the folder, such as `png/gray-1.png`.
  static func data(_ path: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(path))
  }

  /// The pixels that an independent program decoded, stored next to the file as PAM.
  static func pixels(_ path: String) throws -> Image {
    let bytes = [UInt8](try data(path))
    let mark = Array("ENDHDR\n".utf8)
    let end = try require(bytes.indices.first { bytes[$0...].starts(with: mark) })
    let words = String(decoding: bytes[..<end], as: UTF8.self).split { $0.isWhitespace }
    func number(_ name: Substring) throws -> Int {
      let place = try require(words.firstIndex(of: name))
      return try require(Int(words[place + 1]))
    }
    let isDeep = try number("MAXVAL") > 255
    var samples = Array(bytes[(end + mark.count)...])
    // PAM stores the high byte first.
    if isDeep && 1.littleEndian == 1 {
      for place in stride(from: 0, to: samples.count, by: 2) { samples.swapAt(place, place + 1) }
    }
    return Image(
      width: try number("WIDTH"), height: try number("HEIGHT"),
      channels: try require(Image.Channels(rawValue: try number("DEPTH"))),
      depth: isDeep ? .sixteen : .eight,
      pixels: samples)
  }

  /// The names of the files that have the given ending and stored pixels.
  static func names(in folder: String, endingWith ending: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
    return files.filter { $0.hasSuffix(".pam") }.map { $0.dropLast(4) + ending }
      .filter(files.contains).sorted()
  }

  /// The folder of all image fixtures.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("fixtures/images")

  private static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

extension ImageFormat {
  func read(_ data: Data, _ options: ImageOptions = ImageOptions()) throws -> Reading<Image> {
    try decode(data, options)
  }

  func write(_ image: Image, _ options: ImageOptions = ImageOptions()) throws -> Written {
    let encode = try require(encode)
    return try encode(image, options)
  }
}

/// Checks for every format with damaged bytes.
enum DamagedImages {
  /// Truncates a file at every length, and expects a coder error for each.
  ///
  /// - Parameter mayRead: whether a length still contains the whole picture, which may be read.
  static func cutAtEveryLength(
    _ format: ImageFormat, _ data: Data, mayRead: (Int) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for length in 0..<data.count {
      do {
        _ = try format.read(data.prefix(length))
        expect(mayRead(length), "\(length) of \(data.count) bytes are read", sourceLocation: sourceLocation)
      } catch {
        expect(error is CoderError, "\(length) bytes: \(error)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Changes each byte of a file, and expects a picture or a coder error.
  ///
  /// - Returns: the number of rejected files.
  @discardableResult
  static func changeEveryByte(
    _ format: ImageFormat, _ data: Data, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    let seed = SeededGenerator.testSeed(for: "\(format)")
    var random = SeededGenerator(seed: seed)
    var refused = 0
    var options = ImageOptions()
    options.limits.pixelCount = 1 << 20
    for place in 0..<data.count {
      var changed = data
      changed[changed.startIndex + place] ^= UInt8.random(in: 1...255, using: &random)
      do {
        _ = try format.read(changed, options)
      } catch {
        refused += 1
        expect(error is CoderError, "byte \(place), seed \(seed): \(error)", sourceLocation: sourceLocation)
      }
    }
    return refused
  }
}

extension Image {
  /// A picture with random samples.
  static func noise(
    width: Int, height: Int, _ channels: Channels, _ depth: Depth = .eight, seed: UInt64 = 1
  ) -> Image {
    var random = SeededGenerator(seed: seed)
    let bytes = random.bytes(count: width * height * channels.count * depth.byteCount)
    return Image(width: width, height: height, channels: channels, depth: depth, pixels: bytes)
  }

  /// The same pixels without the metadata of the file.
  var pixelsOnly: Image {
    Image(width: width, height: height, channels: channels, depth: depth, pixels: pixels)
  }
}
