public import Foundation
public import ProfferConversions
import TextEncodings
import XMLText

/// The text of an SVG drawing, and the marks of the drawing that a picture or a text cannot keep.
///
/// Source: Scalable Vector Graphics (SVG) 2, W3C Candidate Recommendation.
public struct VectorDrawing: Sendable, Equatable {
  /// A size in pixels at 96 dpi.
  package struct Size: Sendable, Equatable {
    package var width: Double
    package var height: Double
  }

  /// The lines of text, in document order.
  ///
  /// The texts of `text` and `foreignObject` elements are lines of their own. A `tspan` with a new vertical
  /// position begins a line.
  public private(set) var lines: [String] = []
  /// The number of links with an address.
  public private(set) var linkCount = 0
  /// The number of scripts and of attributes that contain scripts.
  public private(set) var scriptCount = 0
  /// The number of animation elements and animations in styles.
  public private(set) var animationCount = 0
  /// The number of titles, descriptions and metadata elements.
  public private(set) var metadataCount = 0
  /// The number of shapes and pictures that are drawn.
  public private(set) var shapeCount = 0
  /// The number of pictures and shapes in other files.
  public private(set) var externalPictureCount = 0
  /// The number of external style sheets, and of external fonts and files that styles use.
  public private(set) var externalStyleCount = 0
  /// The size that the drawing declares; nil if it declares none in absolute units.
  package private(set) var size: Size?

  /// Reads a drawing.
  ///
  /// - Parameters:
  ///   - data: the bytes of an SVG document.
  ///   - depthLimit: the maximum number of nested elements.
  /// - Throws: ``CoderError`` with the position if the document is not well-formed or is not SVG.
  public init(_ data: Data, depthLimit: Int = ReadingLimits.standard.depth) throws(CoderError) {
    guard !Self.isCompressed(data) else {
      throw CoderError(
        .wrongFormat, "the drawing is compressed with gzip; decompress it first, for example with gunzip")
    }
    do {
      var reader = try XMLReader([UInt8](data), SVGName.vocabulary, depthLimit: depthLimit)
      try read(&reader)
    } catch let error as XMLError {
      let code: CoderError.Code = error.code == .tooDeep ? .tooDeep : .wrongFormat
      throw CoderError(
        code, error.reason, at: .line(error.position.line, column: error.position.column), cause: error)
    } catch let error as CoderError { throw error } catch {
      throw CoderError(.wrongFormat, "the drawing cannot be read", cause: error)
    }
    // A style sheet can be named before the root element, which the XML reader skips.
    if data.prefix(4_096).range(of: Data("<?xml-stylesheet".utf8)) != nil { externalStyleCount += 1 }
  }

  private static func isCompressed(_ data: Data) -> Bool { data.prefix(2).elementsEqual([0x1F, 0x8B]) }

  /// The place of the reader in the document.
  private struct State {
    var hasRoot = false
    /// The depth of the element whose text is read; nil outside texts.
    var textDepth: Int?
    /// The depth of the element whose content is drawn only where it is used; nil outside such elements.
    var hiddenDepth: Int?
    /// The depth of the style element that is read; nil outside such elements.
    var styleDepth: Int?
    var line = ""
    var style = ""
    /// The vertical position of the line.
    var y: String?
  }

  private mutating func read(_ xml: inout XMLReader<SVGName>) throws {
    var state = State()
    while let event = try xml.next() {
      switch event {
      case .begin(let name): try begin(name, &xml, &state)
      case .end(let name):
        if let depth = state.textDepth {
          if xml.depth < depth {
            end(&state.line)
            state.textDepth = nil
          } else if name == nil, Self.pageBlocks.contains(xml.localName) {
            end(&state.line)
          }
        }
        if let depth = state.hiddenDepth, xml.depth < depth { state.hiddenDepth = nil }
        if let depth = state.styleDepth, xml.depth < depth {
          state.styleDepth = nil
          countMarks(ofStyle: state.style)
          state.style = ""
        }
      case .text:
        if state.styleDepth != nil {
          state.style += xml.text
        } else if state.textDepth != nil {
          state.line += xml.text
        }
      }
    }
    guard state.hasRoot else { throw CoderError(.wrongFormat, "the document has no elements") }
  }

  private mutating func begin(
    _ name: SVGName?, _ xml: inout XMLReader<SVGName>, _ state: inout State
  ) throws {
    if !state.hasRoot {
      guard name == .svg else {
        throw CoderError(.wrongFormat, "the document is not SVG: its root element is not svg")
      }
      state.hasRoot = true
      size = Self.size(of: xml)
    }
    for attribute in SVGName.scriptAttributes where xml.hasAttribute(attribute) { scriptCount += 1 }
    switch name {
    case .text, .foreignObject:
      if state.textDepth == nil, state.hiddenDepth == nil {
        state.textDepth = xml.depth
        state.y = xml.attribute(.y)
      }
    case .span where state.textDepth != nil: beginSpan(xml, &state)
    case .style: state.styleDepth = xml.depth
    case .definitions, .symbol, .clipPath, .mask, .marker, .pattern:
      if state.hiddenDepth == nil { state.hiddenDepth = xml.depth }
    case .title, .description, .metadata:
      metadataCount += 1
      try xml.skipElement()
    case .script:
      scriptCount += 1
      try xml.skipElement()
    case nil where state.textDepth != nil:
      // The content of `foreignObject` is usually HTML.
      switch xml.localName {
      case "script":
        scriptCount += 1
        try xml.skipElement()
      case "style": try xml.skipElement()
      case let name where Self.pageBlocks.contains(name): end(&state.line)
      default: break
      }
    default: count(name, isDrawn: state.hiddenDepth == nil, in: xml)
    }
  }

  /// The elements of HTML that begin and end a line.
  private static let pageBlocks: Set<String> = [
    "br", "div", "p", "li", "ul", "ol", "table", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "pre",
  ]

  /// Begins a part of a text, on a new line if its vertical position is new.
  private mutating func beginSpan(_ xml: XMLReader<SVGName>, _ state: inout State) {
    let y = xml.attribute(.y)
    let isMoved = (xml.attribute(.dy) ?? "").contains { ("1"..."9").contains($0) }
    let hasX = xml.hasAttribute(.x)
    // `dy` alone makes a subscript or superscript.
    if y != nil && y != state.y || isMoved && (hasX || y != nil) {
      end(&state.line)
    } else if hasX, y == nil {
      state.line += " "
    }
    if let y { state.y = y }
  }

  private mutating func count(_ name: SVGName?, isDrawn: Bool, in xml: XMLReader<SVGName>) {
    switch name {
    case .link: if xml.hasAttribute(.address) || xml.hasAttribute(.linkedAddress) { linkCount += 1 }
    case .animate, .animateColor, .animateMotion, .animateTransform, .set: animationCount += 1
    case .image, .use, .filterImage:
      if isDrawn, name != .filterImage { shapeCount += 1 }
      if Self.isOutside(xml.attribute(.address) ?? xml.attribute(.linkedAddress) ?? "") {
        externalPictureCount += 1
      }
    case .path, .rectangle, .circle, .ellipse, .line, .polyline, .polygon: if isDrawn { shapeCount += 1 }
    default: break
    }
  }

  private mutating func countMarks(ofStyle style: String) {
    let style = style.lowercased()
    animationCount += style.ranges(of: "keyframes").count { range in
      style[..<range.lowerBound].hasSuffix("@") || style[..<range.lowerBound].hasSuffix("-")
    }
    externalStyleCount += style.ranges(of: "@import").count
    externalStyleCount += style.ranges(of: "url(").count { range in
      Self.isOutside(String(style[range.upperBound...].prefix(16).drop { $0 == "\"" || $0 == "'" }))
        && !style[..<range.lowerBound].hasSuffix("@import ")
    }
  }

  /// Returns whether an address is that of another file.
  private static func isOutside(_ address: String) -> Bool {
    let address = address.drop(while: \.isWhitespace).prefix(5).lowercased()
    return !address.isEmpty && address.first != "#" && address != "data:"
  }

  /// Adds a line, with its white space collapsed.
  private mutating func end(_ line: inout String) {
    let words = line.split(whereSeparator: \.isWhitespace)
    if !words.isEmpty { lines.append(words.joined(separator: " ")) }
    line = ""
  }

  // MARK: Size

  private static func size(of xml: XMLReader<SVGName>) -> Size? {
    let box = (xml.attribute(.viewBox) ?? "").split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
    let view =
      box.count == 4 && box[2] > 0 && box[3] > 0 && box[2].isFinite && box[3].isFinite
      ? Size(width: box[2], height: box[3]) : nil
    let width = xml.attribute(.width).flatMap(pixels)
    let height = xml.attribute(.height).flatMap(pixels)
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil): return view.map { Size(width: width, height: width * $0.height / $0.width) }
    case (nil, let height?): return view.map { Size(width: height * $0.width / $0.height, height: height) }
    case (nil, nil): return view
    }
  }

  /// The number of pixels in each absolute unit of CSS.
  private static let units: [String: Double] = [
    "": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96 / 72, "pc": 16,
  ]

  /// Returns a length in pixels; nil for a percentage and for other units that are not absolute.
  private static func pixels(_ length: String) -> Double? {
    let length = length.filter { !$0.isWhitespace }.lowercased()
    // An exponent begins like the units `em` and `ex`.
    var end = length.endIndex
    while end > length.startIndex, length[length.index(before: end)].isLetter {
      end = length.index(before: end)
    }
    guard let number = Double(length[..<end]), number.isFinite, number >= 0,
      let unit = units[String(length[end...])]
    else { return nil }
    return number * unit
  }

  // MARK: Losses

  /// The losses of a picture of the drawing.
  public var pictureLosses: [Loss] {
    var losses = LossCounter()
    addCommonLosses(to: &losses)
    losses.add(.images, "stored outside the drawing", count: externalPictureCount)
    losses.add(.formatting, "style sheets and fonts stored outside the drawing", count: externalStyleCount)
    return losses.total
  }

  /// The losses of the text of the drawing.
  public var textLosses: [Loss] {
    var losses = LossCounter()
    addCommonLosses(to: &losses)
    losses.add(.images, "shapes and pictures of the drawing", count: shapeCount)
    losses.add(.layout, "positions of texts", count: lines.count)
    losses.add(.metadata, count: metadataCount)
    return losses.total
  }

  private func addCommonLosses(to losses: inout LossCounter) {
    losses.add(.links, count: linkCount)
    losses.add(.scripts, count: scriptCount)
    losses.add(.formatting, "animations", count: animationCount)
  }
}

extension VectorDrawing {
  /// Properties of a drawing, read before it is drawn.
  package struct Inspection {
    /// The losses of a picture of the drawing.
    package var losses: [Loss] = []
    /// A warning that losses are not counted, if the drawing cannot be read.
    package var warnings: [String] = []
    /// The size of the drawing; nil if it is unknown.
    package var size: Size?
  }

  /// Inspects a drawing that a program draws.
  ///
  /// A drawing that this library cannot read is not an error, because the program may be able to read it.
  ///
  /// - Parameters:
  ///   - data: the bytes of an SVG document.
  ///   - depthLimit: the maximum number of nested elements.
  /// - Throws: ``CoderError`` if the drawing is compressed, because its losses could not be counted.
  package static func inspection(of data: Data, depthLimit: Int) throws(CoderError) -> Inspection {
    do throws(CoderError) {
      let drawing = try VectorDrawing(data, depthLimit: depthLimit)
      return Inspection(losses: drawing.pictureLosses, size: drawing.size)
    } catch {
      if isCompressed(data) { throw error }
      return Inspection(warnings: [
        "The links, scripts and animations of the drawing are not counted: \(error.message)."
      ])
    }
  }
}

extension CoderSet {
  /// A reader of the text of SVG drawings.
  ///
  /// Pictures of drawings are made by an external converter.
  public static let vectorDrawings = CoderSet(
    readers: [
      RepresentationReader(
        "svg text", reads: ["public.svg-image"], as: .text,
        mayLose: [.links, .scripts, .formatting, .images, .layout, .metadata]
      ) { source in
        let drawing = try VectorDrawing(source.data, depthLimit: source.limits.depth)
        return Reading(drawing.lines.map { $0 + "\n" }.joined(), losses: drawing.textLosses)
      }
    ])
}
