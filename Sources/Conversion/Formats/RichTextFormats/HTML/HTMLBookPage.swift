import Foundation
import ProfferConversions

/// The bytes that repeated pictures may still add to the text of a book.
struct HTMLBookPictures {
  private var used: Set<String> = []
  private var repeatedByteCount: Int

  init(repeatedByteCount: Int) { self.repeatedByteCount = repeatedByteCount }

  /// Returns whether a picture can be used here.
  mutating func use(_ path: String, byteCount: Int) -> Bool {
    if used.insert(path).inserted { return true }
    guard byteCount <= repeatedByteCount else { return false }
    repeatedByteCount -= byteCount
    return true
  }
}

/// A document of a book that is being read, and what it must know of the other documents.
struct HTMLBookPage {
  let path: String
  /// The identifiers in the document that links of the book target.
  let targets: Set<String>
  let names: HTMLBookNames
  var pictures: HTMLBookPictures

  /// Returns the name in the book of an identifier in the document.
  func anchor(_ identifier: String) -> String {
    names.anchor(HTMLBook.Place(path: path, fragment: identifier))
  }

  /// Returns the destination of a link; nil for a place that is not in the text of the book.
  func destination(_ reference: String) -> String? {
    guard let place = HTMLBookNames.place(of: reference, from: path) else { return reference }
    return names.contains(place.path) ? "#" + names.anchor(place) : nil
  }

  /// Returns the path of a file in the book; nil if the file is outside of the book.
  func path(of reference: String) -> String? { HTMLBookNames.place(of: reference, from: path)?.path }
}

extension HTMLReader {
  /// The name of the note that the last start tag, a link, refers to; nil if the link is not a reference mark.
  func noteTarget(in book: HTMLBookPage) -> String? {
    guard scanner.isNoteReference, let href = destination("href"),
      let place = HTMLBookNames.place(of: href, from: book.path), !place.fragment.isEmpty
    else { return nil }
    let name = book.names.anchor(place)
    return notes.targets.contains(name) ? name : nil
  }

  /// Whether the last start tag, a link, leads from a note back to its reference mark.
  func isLinkBack(in book: HTMLBookPage) -> Bool {
    guard !notes.targets.isEmpty, frames.contains(where: { $0.kind == .notes }) else { return false }
    if scanner.isMarkedLinkBack { return true }
    guard let href = destination("href"), let place = HTMLBookNames.place(of: href, from: book.path) else {
      return false
    }
    return notes.marks.contains(book.names.anchor(place))
  }

  /// Whether the last start tag begins a note, so that its identifier needs no anchor.
  func isNoteOfBook(_ element: HTMLElement) -> Bool {
    guard book != nil else { return false }
    switch element {
    case .section, .div, .aside, .p: return openedNote != nil
    default: return false
    }
  }

  /// Returns the blocks of a note without the punctuation that follows its number.
  ///
  /// The number itself is a link back to the reference mark, and is already omitted.
  func withoutNumber(_ blocks: [RichText.Block]) -> [RichText.Block] {
    guard case .paragraph(var paragraph)? = blocks.first, case .text(let text)? = paragraph.content.first,
      let sign = text.first, ".):".contains(sign), text.dropFirst().first.map({ $0 == " " }) ?? true
    else { return blocks }
    paragraph.content[0] = .text(String(text.dropFirst().drop { $0 == " " }))
    return [.paragraph(paragraph)] + blocks.dropFirst()
  }

  // MARK: Pictures

  /// Returns the source of a picture; nil if the book does not contain it.
  mutating func bookPicture(_ href: String) -> RichText.Attachment.Source? {
    guard let path = book?.path(of: href) else { return .url(href) }
    guard let resource = resources[path] else { return nil }
    guard book?.pictures.use(path, byteCount: resource.data.count) ?? false else {
      losses.add(.images, "pictures that are repeated too often")
      return nil
    }
    return .data(resource.data, typeIdentifier: DataURL.typeIdentifier(ofMIMEType: resource.mimeType))
  }

  /// Returns the reference to a picture in a drawing.
  func drawnPicture(in scanner: HTMLScanner) -> String? {
    (scanner.attribute("xlink:href") ?? scanner.attribute("href")).map(LinkDestination.trimmed)
  }

  /// Reads a drawing that consists of one picture, as on the covers of books.
  ///
  /// - Returns: whether the drawing was read. If it has other content, nothing is read.
  mutating func readsDrawnPicture(isEmpty: Bool) -> Bool {
    guard book != nil, !isEmpty else { return false }
    var ahead = scanner
    var found: HTMLScanner?
    while let token = ahead.next() {
      switch token {
      case .text(let range, _):
        guard ahead.bytes[range].allSatisfy(\.isHTMLSpace) else { return false }
      case .comment: continue
      case .startTag(let name, let isSelfClosing):
        if name.element == .title, !(isSelfClosing && ahead.isXML) {
          _ = ahead.rawText(of: name)
        } else {
          guard name.element == .image, found == nil, drawnPicture(in: ahead) != nil else { return false }
          found = ahead
        }
      case .endTag(let name):
        guard name.element == .svg else { continue }
        guard let found else { return false }
        scanner = found
        picture()
        scanner = ahead
        return true
      case .declaration: return false
      }
    }
    return false
  }
}
