import XMLText

/// The names of SVG that are read.
enum SVGName: String, CaseIterable, Sendable {
  // The document and its texts.
  case svg = "svg:svg"
  case text = "svg:text"
  case span = "svg:tspan"
  case foreignObject = "svg:foreignObject"
  // Content that is not drawn where it stands.
  case definitions = "svg:defs"
  case symbol = "svg:symbol"
  case clipPath = "svg:clipPath"
  case mask = "svg:mask"
  case marker = "svg:marker"
  case pattern = "svg:pattern"
  case style = "svg:style"
  // Information about the document.
  case title = "svg:title"
  case description = "svg:desc"
  case metadata = "svg:metadata"
  // Content that a picture cannot have.
  case link = "svg:a"
  case script = "svg:script"
  case animate = "svg:animate"
  case animateColor = "svg:animateColor"
  case animateMotion = "svg:animateMotion"
  case animateTransform = "svg:animateTransform"
  case set = "svg:set"
  // Content that is drawn.
  case image = "svg:image"
  case filterImage = "svg:feImage"
  case use = "svg:use"
  case path = "svg:path"
  case rectangle = "svg:rect"
  case circle = "svg:circle"
  case ellipse = "svg:ellipse"
  case line = "svg:line"
  case polyline = "svg:polyline"
  case polygon = "svg:polygon"
  // Attributes.
  case width = "width"
  case height = "height"
  case viewBox = "viewBox"
  case x = "x"
  case y = "y"
  case dy = "dy"
  case address = "href"
  case linkedAddress = "xlink:href"
  // Attributes with scripts.
  case onActivate = "onactivate"
  case onBegin = "onbegin"
  case onClick = "onclick"
  case onEnd = "onend"
  case onFocusIn = "onfocusin"
  case onFocusOut = "onfocusout"
  case onKeyDown = "onkeydown"
  case onKeyUp = "onkeyup"
  case onLoad = "onload"
  case onMouseDown = "onmousedown"
  case onMouseEnter = "onmouseenter"
  case onMouseLeave = "onmouseleave"
  case onMouseMove = "onmousemove"
  case onMouseOut = "onmouseout"
  case onMouseOver = "onmouseover"
  case onMouseUp = "onmouseup"
  case onRepeat = "onrepeat"

  /// The attributes that contain scripts.
  static let scriptAttributes: [SVGName] = [
    .onActivate, .onBegin, .onClick, .onEnd, .onFocusIn, .onFocusOut, .onKeyDown, .onKeyUp, .onLoad,
    .onMouseDown, .onMouseEnter, .onMouseLeave, .onMouseMove, .onMouseOut, .onMouseOver, .onMouseUp,
    .onRepeat,
  ]

  static let vocabulary = XMLVocabulary<SVGName>([
    "svg": ["http://www.w3.org/2000/svg"], "xlink": ["http://www.w3.org/1999/xlink"],
  ])
}
