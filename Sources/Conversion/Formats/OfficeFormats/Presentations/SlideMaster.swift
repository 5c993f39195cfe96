import ProfferConversions
import XMLText

/// The kind and number of a placeholder, by which it is matched with the placeholders of the layout.
struct SlidePlaceholder: Equatable {
  /// The kind, such as `title`; `obj` if the document names none.
  var type = "obj"
  var index = 0

  init() {}

  /// Reads the placeholder, which is the current element.
  init(_ xml: SlideXML) {
    type = xml.attribute(.type) ?? "obj"
    index = xml.number(.index) ?? 0
  }

  var isTitle: Bool { type == "title" || type == "ctrTitle" }

  /// Whether the placeholder has the same content on each slide: its date, number, header or footer.
  var isRepeated: Bool { ["dt", "ftr", "sldNum", "hdr"].contains(type) }

  /// The kind of the placeholder of the master that has the same formatting.
  var masterType: String {
    switch type {
    case "title", "ctrTitle": "title"
    case "dt", "ftr", "sldNum", "hdr": type
    default: "body"
    }
  }
}

/// A placeholder of a layout or master, with the formatting of its text.
struct SlideStyledPlaceholder {
  var placeholder: SlidePlaceholder
  var style: SlideTextStyle
}

/// The placeholders of a layout or master, and the content that it shows on its slides.
struct SlideBackdrop {
  /// The first title.
  private var title: SlideStyledPlaceholder?
  /// The first placeholder with each number that is not a title.
  private var others: [Int: SlideStyledPlaceholder] = [:]
  /// The first placeholder of each kind of a master.
  private var kinds: [String: SlideStyledPlaceholder] = [:]
  private var characterCount = 0
  private var pictureCount = 0

  /// Handles an element of the shape tree; the shapes are children of the current element.
  ///
  /// - Parameter placeholderLimit: the maximum number of placeholders with different numbers.
  mutating func read(
    _ xml: inout SlideXML, _ colors: SlideColors, placeholderLimit: Int
  ) throws(CoderError) {
    var depth = 0
    var placeholder: SlidePlaceholder?
    var style = SlideTextStyle()
    var isText = false
    var fieldDepth = 0
    while let event = try xml.next() {
      switch event {
      case .begin(let name):
        depth += 1
        switch name {
        case .shape, .picture:
          placeholder = nil
          style = SlideTextStyle()
          if name == .picture { pictureCount += 1 }
        case .placeholder: placeholder = SlidePlaceholder(xml)
        case .listStyle:
          style = try SlideTextStyle.read(&xml, colors)
          depth -= 1
        case .field: fieldDepth += 1
        case .text: isText = placeholder == nil && fieldDepth == 0
        default: break
        }
      case .text: if isText { characterCount += xml.text.count { !$0.isWhitespace } }
      case .end(let name):
        if depth == 0 { return }
        depth -= 1
        switch name {
        case .shape:
          if let placeholder {
            add(SlideStyledPlaceholder(placeholder: placeholder, style: style))
            guard others.count <= placeholderLimit else {
              throw CoderError(
                .tooLarge, "a slide layout or master has more than \(placeholderLimit) placeholders")
            }
          }
          placeholder = nil
        case .field: fieldDepth -= 1
        case .text: isText = false
        default: break
        }
      }
    }
  }

  private mutating func add(_ placeholder: SlideStyledPlaceholder) {
    let key = placeholder.placeholder
    if key.isTitle {
      if title == nil { title = placeholder }
    } else if others[key.index] == nil {
      others[key.index] = placeholder
    }
    if kinds[key.masterType] == nil { kinds[key.masterType] = placeholder }
  }

  /// Returns the placeholder with the formatting for a placeholder of a slide; nil if there is none.
  func placeholder(for placeholder: SlidePlaceholder) -> SlideStyledPlaceholder? {
    placeholder.isTitle ? title : others[placeholder.index]
  }

  /// Returns the formatting of a kind of placeholders of a master; nil if there is none.
  func style(ofMasterType type: String) -> SlideTextStyle? { kinds[type]?.style }

  /// Counts the content that slides show, but that is not part of their text.
  func count(in losses: inout LossCounter) {
    losses.add(.characters, "in slide layouts and masters", count: characterCount)
    losses.add(.images, "in slide layouts and masters", count: pictureCount)
  }
}

/// A slide master: the formatting of text by the kind of its placeholder, and the colors.
struct SlideMaster {
  var colors = SlideColors()
  var titleStyle = SlideTextStyle()
  var bodyStyle = SlideTextStyle()
  var otherStyle = SlideTextStyle()
  private(set) var backdrop = SlideBackdrop()

  /// Reads the part of the master; its theme must already be known.
  ///
  /// - Parameter placeholderLimit: the maximum number of placeholders.
  mutating func read(
    _ xml: inout SlideXML, _ losses: inout LossCounter, placeholderLimit: Int
  ) throws(CoderError) {
    while let event = try xml.next() {
      switch event {
      case .begin(.shapeTree): try backdrop.read(&xml, colors, placeholderLimit: placeholderLimit)
      // The colors are after the shapes, but the shapes of a master rarely use them for text.
      case .begin(.colorMap): colors.readMap(xml)
      case .begin(.titleStyle): titleStyle = try SlideTextStyle.read(&xml, colors)
      case .begin(.bodyStyle): bodyStyle = try SlideTextStyle.read(&xml, colors)
      case .begin(.otherStyle): otherStyle = try SlideTextStyle.read(&xml, colors)
      default: break
      }
    }
    backdrop.count(in: &losses)
  }
}

/// A slide layout, which adds formatting to that of its master.
struct SlideLayout {
  var master = SlideMaster()
  var colors = SlideColors()
  private var backdrop = SlideBackdrop()

  init() {}

  /// Reads the part of the layout.
  ///
  /// - Parameter placeholderLimit: the maximum number of placeholders.
  mutating func read(
    _ xml: inout SlideXML, _ losses: inout LossCounter, placeholderLimit: Int
  ) throws(CoderError) {
    while let event = try xml.next() {
      switch event {
      case .begin(.shapeTree): try backdrop.read(&xml, colors, placeholderLimit: placeholderLimit)
      case .begin(.colorMapOverride): colors.readMap(xml)
      default: break
      }
    }
    backdrop.count(in: &losses)
  }

  /// Returns the formatting of the text in a placeholder, or in a shape that is not a placeholder.
  func style(of placeholder: SlidePlaceholder?, _ defaults: SlideTextStyle) -> SlideTextStyle {
    var style = defaults
    guard let placeholder else {
      style.apply(master.otherStyle)
      return style
    }
    let own = backdrop.placeholder(for: placeholder)
    // The placeholder of the layout can name the kind that the slide does not repeat.
    let kind = placeholder.type == "obj" ? own?.placeholder ?? placeholder : placeholder
    switch kind.masterType {
    case "title": style.apply(master.titleStyle)
    case "body": style.apply(master.bodyStyle)
    default: style.apply(master.otherStyle)
    }
    if let general = master.backdrop.style(ofMasterType: kind.masterType) { style.apply(general) }
    if let own { style.apply(own.style) }
    return style
  }
}
