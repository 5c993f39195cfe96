// A median cut reduces the colors of a picture to 256. At the start, one box contains all colors, rounded to
// 5 bits per sample. Each step selects a box by the length of its widest side and by its number of pixels.
// The box is cut across this side, so that each part has about half of the pixels. The cuts end when there
// are 256 boxes. The color of a box is the mean of its pixels. A picture of at most 256 colors keeps its
// exact colors.

/// The colors in which a picture is drawn, and the color of each pixel.
struct SixelPalette {
  struct Color: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  static let colorCount = 256
  /// The dither thresholds for 4 × 4 pixels.
  ///
  /// A partly transparent pixel is drawn if its opacity exceeds the threshold at its position.
  private static let thresholds: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private(set) var colors: [Color] = []
  /// The palette index of each exact color; nil if the picture has more than 256 colors.
  private var exact: [UInt32: Int]? = [:]
  /// The palette index of each color rounded to 5 bits per sample.
  private var numbers: [UInt8] = []

  init(of picture: TerminalPicture) {
    for pixel in 0..<picture.width * picture.height where picture.samples[pixel * 4 + 3] > 0 {
      let key = SixelPalette.exactKey(pixel * 4, picture)
      if exact?[key] == nil {
        guard colors.count < SixelPalette.colorCount else {
          exact = nil
          break
        }
        exact?[key] = colors.count
        colors.append(
          Color(red: UInt8(key >> 16), green: UInt8(key >> 8 & 255), blue: UInt8(key & 255)))
      }
    }
    if exact == nil { quantize(picture) }
  }

  /// Returns the palette index of a pixel's color; nil if the pixel is not drawn.
  func color(ofPixelAt column: Int, _ row: Int, in picture: TerminalPicture) -> Int? {
    let place = (row * picture.width + column) * 4
    let alpha = Int(picture.samples[place + 3])
    guard alpha * 16 > SixelPalette.thresholds[(row & 3) * 4 + (column & 3)] * 255 else { return nil }
    if let exact { return exact[SixelPalette.exactKey(place, picture)] }
    return Int(numbers[SixelPalette.key(place, picture)])
  }

  private static func exactKey(_ place: Int, _ picture: TerminalPicture) -> UInt32 {
    let samples = picture.samples
    return UInt32(samples[place]) << 16 | UInt32(samples[place + 1]) << 8 | UInt32(samples[place + 2])
  }

  /// Returns a color rounded to 5 bits per sample, as a 15-bit number.
  private static func key(_ place: Int, _ picture: TerminalPicture) -> Int {
    let samples = picture.samples
    return Int(samples[place] >> 3) << 10 | Int(samples[place + 1] >> 3) << 5 | Int(samples[place + 2] >> 3)
  }

  // MARK: Median cut

  /// The number of pixels with the same rounded color, and the sums of their exact samples.
  private struct Bin {
    let key: Int
    var count = 0
    var sums = SIMD4<Int>(repeating: 0)

    func level(_ side: Int) -> Int { key >> (10 - 5 * side) & 31 }
  }

  private mutating func quantize(_ picture: TerminalPicture) {
    var bins = (0..<1 << 15).map { Bin(key: $0) }
    for pixel in 0..<picture.width * picture.height where picture.samples[pixel * 4 + 3] > 0 {
      let place = pixel * 4
      let key = SixelPalette.key(place, picture)
      bins[key].count += 1
      bins[key].sums &+= SIMD4(
        Int(picture.samples[place]), Int(picture.samples[place + 1]), Int(picture.samples[place + 2]), 0)
    }
    var boxes = [Box(bins.filter { $0.count > 0 })]
    while boxes.count < SixelPalette.colorCount,
      let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }), boxes[widest].weight > 0
    {
      let (low, high) = SixelPalette.halves(boxes[widest].bins, along: boxes[widest].side)
      boxes[widest] = Box(low)
      boxes.append(Box(high))
    }
    numbers = [UInt8](repeating: 0, count: bins.count)
    colors = boxes.enumerated().map { number, box in
      for bin in box.bins { numbers[bin.key] = UInt8(number) }
      return box.mean
    }
  }

  /// A set of colors that the palette replaces with one color.
  private struct Box {
    let bins: [Bin]
    /// The side along which the box is cut: 0 for red, 1 for green, 2 for blue.
    private(set) var side = 0
    /// The priority of the box for the next cut; 0 if the box contains a single color.
    private(set) var weight = 0.0
    private let count: Int

    init(_ bins: [Bin]) {
      self.bins = bins
      count = bins.reduce(0) { $0 + $1.count }
      for side in 0..<3 {
        var (low, high) = (31, 0)
        for bin in bins { (low, high) = (min(low, bin.level(side)), max(high, bin.level(side))) }
        // The square root reduces the effect of the pixel count, because a wide box with few pixels is also
        // visible.
        let weight = Double((high - low) * (high - low)) * Double(count).squareRoot()
        if high > low, weight > self.weight { (self.side, self.weight) = (side, weight) }
      }
    }

    var mean: Color {
      let sums = bins.reduce(SIMD4<Int>(repeating: 0)) { $0 &+ $1.sums }
      func mean(_ side: Int) -> UInt8 { UInt8((sums[side] + count / 2) / count) }
      return Color(red: mean(0), green: mean(1), blue: mean(2))
    }
  }

  private static func halves(_ box: [Bin], along side: Int) -> (low: [Bin], high: [Bin]) {
    let sorted = box.sorted { ($0.level(side), $0.key) < ($1.level(side), $1.key) }
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var count = 0
    var end = 0
    while end < sorted.count - 1, end == 0 || count + sorted[end].count <= half {
      count += sorted[end].count
      end += 1
    }
    return (Array(sorted[..<end]), Array(sorted[end...]))
  }
}
