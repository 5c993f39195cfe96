// The colors of a picture become 256 by median cut: the colors, rounded to 5 bits a sample, are a box; the box with the widest
// side, weighed by its pixels, is cut where half of its pixels are on each side, until there are 256 boxes. The color of a box
// is the mean of its pixels. Pictures of few colors keep each of them as it is.

/// The colors in which a picture is drawn, and which of them a pixel has.
struct SixelPalette {
  struct Color: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  static let colorCount = 256
  /// The thresholds that let a part of the pixels through where a picture is half transparent.
  private static let thresholds: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private(set) var colors: [Color] = []
  /// The number of each exact color of a picture of few colors.
  private var exact: [UInt32: Int]? = [:]
  /// The number of each color of 5 bits a sample.
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

  /// The number of the color of a pixel; nil for one that is not drawn.
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

  /// The place of a color of 5 bits a sample among all of them.
  private static func key(_ place: Int, _ picture: TerminalPicture) -> Int {
    let samples = picture.samples
    return Int(samples[place] >> 3) << 10 | Int(samples[place + 1] >> 3) << 5 | Int(samples[place + 2] >> 3)
  }

  // MARK: Median cut

  /// The pixels of a color of 5 bits a sample: how many, and the sums of their samples.
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

  /// Colors that become one.
  private struct Box {
    let bins: [Bin]
    /// The side along which it is cut.
    private(set) var side = 0
    /// How much the picture gains where it is cut; 0 where it is one color.
    private(set) var weight = 0.0
    private let count: Int

    init(_ bins: [Bin]) {
      self.bins = bins
      count = bins.reduce(0) { $0 + $1.count }
      for side in 0..<3 {
        var (low, high) = (31, 0)
        for bin in bins { (low, high) = (min(low, bin.level(side)), max(high, bin.level(side))) }
        // A wide box of few pixels is seen as well, so that a box does not count by its pixels alone.
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
