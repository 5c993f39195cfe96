import ArgumentParsing
import ProfferActions

extension ArgumentValue<PixelSize?> {
  /// Parses the maximum width and height of a picture in pixels, as in `800x600`.
  static var imageSize: ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in
      let numbers = String(decoding: word, as: UTF8.self).lowercased()
        .split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
        (1...1_000_000).contains(width), (1...1_000_000).contains(height)
      else { throw ArgumentProblem("a size is two numbers of pixels, as in 800x600") }
      return PixelSize(width: width, height: height)
    }
  }
}

extension ArgumentValue<UInt8> {
  /// Parses the ASCII character that separates cells, or the name `tab`.
  static var delimiter: ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in
      switch word {
      case Array("tab".utf8), Array("\\t".utf8): return UInt8(ascii: "\t")
      case _ where word.count == 1 && 0x20..<0x7F ~= word[0] && word[0] != UInt8(ascii: "\""): return word[0]
      default: throw ArgumentProblem("a delimiter is one character of ASCII, or tab")
      }
    }
  }
}
