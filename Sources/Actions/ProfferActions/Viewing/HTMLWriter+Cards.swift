import ByteTools
import Foundation
import ProfferFileSystem
import RichTextFormats

/// The parts of the card of an item.
extension HTMLWriter {
  /// The maximum number of types in the head of a card.
  private static let chipLimit = 8

  /// Writes the beginning of a card: the number, the name and the types.
  mutating func putHead(of item: ListedItem, _ types: [ShownType]) {
    put("<article id=\"item-")
    put(plain: "\(item.number)\">\n<header>\n<span class=\"number\">\(item.number)</span>\n<h2>")
    put(escaping: item.name)
    put("</h2>\n")
    if !types.isEmpty {
      put("<p class=\"chips\">")
      for type in types.prefix(Self.chipLimit) { putChip(type) }
      if types.count > Self.chipLimit {
        put(plain: "<span class=\"more\">+\(types.count - Self.chipLimit)</span>")
      }
      put("</p>\n")
    }
    put("</header>\n")
  }

  /// Writes the name of a type.
  private mutating func putChip(_ type: ShownType) {
    put("<span class=\"chip ")
    switch type.kind {
    case .text: put("text")
    case .picture: put("picture")
    case .data: put("data")
    case .media: put("media")
    case .other: put("other")
    }
    put("\" title=\"", attribute: type.identifier)
    put("\">")
    put(escaping: type.name)
    put("</span> ")
  }

  /// Writes a sentence about something that is not shown.
  mutating func putRemark(_ sentence: String) {
    put("<p class=\"remark\">")
    put(escaping: sentence)
    put(".</p>\n")
  }

  /// Writes the picture and the text of an item.
  mutating func putContent(_ content: PageContent, of item: ListedItem) {
    if let picture = content.picture { put(picture, of: item.name) }
    if let text = content.text {
      put(
        text.hasColors ? "<div class=\"rich paper\" dir=\"auto\">\n" : "<div class=\"rich\" dir=\"auto\">\n")
      output += text.html
      put("</div>\n")
      put(plain: "<p class=\"caption\">Text of representation \(item.number).\(text.representation)")
      put(text.isCut ? "; only the beginning is shown.</p>\n" : "</p>\n")
    }
    for remark in content.remarks { putRemark(remark) }
  }

  private mutating func put(_ picture: PagePicture, of name: String) {
    switch picture.typeIdentifier {
    case "public.png": put("<figure><img src=\"data:image/png;base64,")
    case "public.jpeg": put("<figure><img src=\"data:image/jpeg;base64,")
    default: put("<figure><img src=\"data:image/bmp;base64,")
    }
    put(plain: picture.data.base64EncodedString())
    put(plain: "\" width=\"\(picture.width)\" height=\"\(picture.height)\" alt=\"")
    put(escaping: "Preview of \(name)", isAttribute: true)
    put("\"></figure>\n")
  }

  // MARK: Representations

  /// Writes the table of representations.
  mutating func putRows(of item: ListedItem, _ types: [ShownType], most rowLimit: Int) {
    guard !item.representations.isEmpty else {
      return put("<p class=\"empty\">This item has no representations for you.</p>\n")
    }
    put("<table class=\"forms\">\n<thead>\n<tr><th>No.</th><th>Type</th><th>Name</th>")
    put("<th class=\"size\">Size</th></tr>\n</thead>\n<tbody>\n")
    for (representation, type) in zip(item.representations, types).prefix(rowLimit) {
      put(plain: "<tr><td class=\"place\">\(item.number).\(representation.number)</td><td class=\"type\">")
      putChip(type)
      put("<code>")
      put(escaping: type.identifier)
      put("</code></td><td class=\"name\">")
      put(escaping: representation.name?.description ?? "")
      for remark in representation.pageRemarks {
        put(" <span class=\"note\">")
        put(escaping: remark)
        put("</span>")
      }
      put("</td><td class=\"size\"")
      if let count = representation.byteCount.map({ ByteCount($0) }) {
        put(" title=\"", attribute: count.exactText)
        put("\">")
        put(escaping: count.text)
      } else {
        put(">–")
      }
      put("</td></tr>\n")
    }
    put("</tbody>\n</table>\n")
    let rest = item.representations.count - rowLimit
    if rest > 0 { put(plain: "<p class=\"remark\">… and \(rest) more</p>\n") }
  }

  // MARK: Conversions

  /// Writes the types to which an item can be converted, with the planned losses.
  mutating func putConversions(_ groups: [PlannedConversions.Group]) {
    guard !groups.isEmpty else { return }
    let count = groups.reduce(0) { $0 + $1.types.count }
    let losslessCount = groups.filter(\.losses.isEmpty).reduce(0) { $0 + $1.types.count }
    put(plain: "<details>\n<summary>Converts to \(count) \(count == 1 ? "type" : "types")")
    if losslessCount > 0 { put(plain: ", \(losslessCount) of them lossless") }
    put("</summary>\n<dl>\n")
    for group in groups {
      if group.losses.isEmpty {
        put("<dt>Loses nothing</dt>\n<dd class=\"chips\">")
      } else {
        put("<dt>May lose ")
        put(escaping: group.losses)
        put("</dt>\n<dd class=\"chips\">")
      }
      for type in group.types { putChip(type) }
      put("</dd>\n")
    }
    put("</dl>\n</details>\n")
  }
}

extension ListedRepresentation {
  /// The receivers and the location of the representation, if they are not the usual ones.
  fileprivate var pageRemarks: [String] {
    var remarks: [String] = []
    switch audience {
    case .all: break
    case .team(let team): remarks.append("for the team \(PrintableText.escaped(team.utf8))")
    case .group(let group): remarks.append("for the group \(PrintableText.escaped(group.utf8))")
    }
    switch storage {
    case .payload: break
    case .folder(_, let count): remarks.append("folder with \(count == 1 ? "1 member" : "\(count) members")")
    case .inPlace(let path): remarks.append("outside the bundle, at \(path)")
    case .promise(let source, _): remarks.append("converted from representation \(source) when it is loaded")
    }
    return remarks
  }
}
