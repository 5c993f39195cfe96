import ProfferConversions
import RichTextFormats
import XMLText

extension WordWriter {
  /// The maximum length of a link's title in Word, in UTF-16 code units.
  private static let titleLimit = 260

  /// Begins a link, and returns false if the link cannot be written.
  mutating func beginLink(_ link: RichText.Link) -> Bool {
    var target: (StaticString, String)
    if link.destination.utf8.first == UInt8(ascii: "#") {
      target = ("w:anchor", bookmark(ofTarget: String(link.destination.dropFirst())))
    } else {
      guard let identifier = relationship(ofLink: link.destination) else { return false }
      target = ("r:id", identifier)
    }
    guard var title = link.title, !title.isEmpty else {
      if link.title != nil { losses.add(.links, "empty titles") }
      story.xml.begin("w:hyperlink", target, ("w:history", "1"))
      return true
    }
    if title.utf16.count > Self.titleLimit {
      losses.add(.links, "titles longer than \(Self.titleLimit) characters")
      while title.utf16.count > Self.titleLimit { title.removeLast() }
    }
    story.xml.begin("w:hyperlink", target, ("w:tooltip", title), ("w:history", "1"))
    return true
  }

  /// Returns the name of the bookmark that a link in the document targets.
  private mutating func bookmark(ofTarget target: String) -> String {
    // Word has a bookmark for the beginning of the document.
    let name = target.isEmpty ? "_top" : bookmarks.name(ofAnchor: target)
    if name != target { losses.add(.links, WrittenBookmarks.detail) }
    return name
  }

  /// Returns the relationship of a link's destination; nil if the destination cannot be written.
  mutating func relationship(ofLink destination: String) -> String? {
    if LinkDestination.isActive(destination) {
      losses.add(.links, "script URLs")
      return nil
    }
    if destination.isEmpty {
      losses.add(.links, "empty destinations")
      return nil
    }
    return story.relationships.identifier(.hyperlink, target(destination), isExternal: true)
  }

  /// Returns a destination as the target of a relationship.
  ///
  /// Word reports a file as damaged if a target is not a URI. Characters that a URI cannot contain are
  /// percent-encoded; characters beyond ASCII are allowed.
  mutating func target(_ destination: String) -> String {
    var bytes: [UInt8] = []
    var isFragment = false
    let utf8 = Array(destination.utf8)
    for (index, byte) in utf8.enumerated() {
      let isAllowed: Bool
      switch byte {
      case ...0x20, 0x7F: isAllowed = false
      case UInt8(ascii: "#"):
        isAllowed = !isFragment
        isFragment = true
      case UInt8(ascii: "%"):
        isAllowed =
          index + 2 < utf8.count && utf8[index + 1].isHexadecimalDigit && utf8[index + 2].isHexadecimalDigit
      default: isAllowed = !#""<>\^`{|}"#.utf8.contains(byte)
      }
      if isAllowed {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes += Self.hexadecimalDigits(byte)
      }
    }
    if bytes.count != utf8.count { losses.add(.links, "characters that URLs percent-encode") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimalDigits(_ byte: UInt8) -> [UInt8] {
    [byte >> 4, byte & 15].map { $0 + ($0 < 10 ? 0x30 : 0x37) }
  }

  // MARK: Anchors

  /// Writes the bookmark for an anchor.
  mutating func writeAnchor(_ anchor: String) {
    let name = bookmarks.name(ofAnchor: anchor)
    if name != anchor { losses.add(.links, WrittenBookmarks.detail) }
    if !writeBookmark(name) { losses.add(.links, LinkAnchors.detail) }
  }

  /// Writes a bookmark, and returns false if the document already has a bookmark with this name.
  mutating func writeBookmark(_ name: String) -> Bool {
    guard let identifier = bookmarks.beginBookmark(name) else { return false }
    story.xml.add("w:bookmarkStart", ("w:id", String(identifier)), ("w:name", name))
    story.xml.add("w:bookmarkEnd", ("w:id", String(identifier)))
    return true
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    0x30...0x39 ~= self || 0x41...0x46 ~= self || 0x61...0x66 ~= self
  }
}
