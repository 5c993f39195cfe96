import ArgumentParsing
import ProfferActions
import ProfferFileSystem

extension ArgumentValue<PixelSize?> {
  /// Parses the maximum width and height of a picture in pixels, as in `800x600`.
  static var imageSize: ArgumentValue {
    .text { text throws(ArgumentProblem) in
      if let size = PixelSize(text) { return size }
      throw ArgumentProblem("expected a width and a height in pixels, such as 800x600")
    }
  }
}

extension ArgumentValue<[Int]?> {
  /// Parses the sizes of the pictures of an ICO file in pixels, as in `16,32,48`.
  static var iconSizes: ArgumentValue {
    .text { text throws(ArgumentProblem) in
      let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      if sizes.allSatisfy({ 1...256 ~= $0 }) { return sizes }
      throw ArgumentProblem("expected sizes in pixels from 1 to 256, such as 16,32,48")
    }
  }
}

extension ArgumentValue<TableChoice?> {
  /// Parses the number of a table, the name of a sheet, or the word `all`.
  static var table: ArgumentValue {
    .text { text throws(ArgumentProblem) in
      if let table = TableChoice(text) { return table }
      throw ArgumentProblem("expected a number from 1, the name of a sheet, or all")
    }
  }
}

extension ArgumentValue<PageChoice?> {
  /// Parses the number of a page, or the word `all`.
  static var page: ArgumentValue {
    .text { text throws(ArgumentProblem) in
      if let page = PageChoice(text) { return page }
      throw ArgumentProblem("expected a number from 1, or all")
    }
  }
}

extension ArgumentValue<PicturePlacement?> {
  /// Parses the folder for pictures, or the word `inline`.
  static var media: ArgumentValue {
    let folder = FilePath.argument(.folder)
    return ArgumentValue(folder.kind) { word throws(ArgumentProblem) in
      word.elementsEqual("inline".utf8) ? .inline : .folder(try folder.read(word))
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
      default: throw ArgumentProblem("expected one ASCII character, or tab")
      }
    }
  }
}
