package import Foundation
package import ProfferConversions

// A book is read in two passes. The first pass scans the tags of every document, and collects the places that
// links lead to, the reference marks of notes, and the files that the documents show. The second pass reads the
// documents one after the other. It can therefore keep only the anchors that a link of any document needs, and
// take a note out of the text although its reference mark is in another document.

/// Reads the XHTML documents of a book as one text.
///
/// Links between the documents become links to anchors. The name of an anchor is the name of its document, an
/// underscore and the identifier in the document, so names are unique in the book. Notes move to their
/// reference marks, and are found by `epub:type`, by their roles, and by the classes of pandoc.
///
/// Sources: EPUB 3.3, sections 2.2 and 5; EPUB Structural Semantics Vocabulary; DPUB-ARIA 1.1.
package struct HTMLBook {
  /// A file of the book.
  package struct File: Sendable {
    package let data: Data
    package let mediaType: String

    package init(_ data: Data, mediaType: String) {
      self.data = data
      self.mediaType = mediaType
    }
  }

  /// A document of the book.
  struct Document {
    let path: String
    let html: HTMLDocument
    let isXML: Bool
  }

  /// A place in the book; the fragment is empty for the beginning of a document.
  struct Place: Hashable {
    let path: String
    let fragment: String
  }

  private var documents: [Document] = []
  private var names = HTMLBookNames()
  private var targets: [String: Set<String>] = [:]
  private var noteReferences: Set<Place> = []
  private var noteElements: Set<Place> = []
  /// The identifiers of reference marks, to which notes link back.
  private var noteMarks: Set<Place> = []
  private var fileSet: Set<String> = []
  /// The paths of the pictures and style sheets that the documents refer to, in their order.
  package private(set) var files: [String] = []

  /// The maximum number of bytes in the path of a file; longer paths lead nowhere.
  package static let pathByteLimit = 1_024

  /// The loss detail for links to places that are not in the text.
  static let missingDetail = "to missing places of the book"

  package init() {}

  /// Whether the book has no documents.
  package var isEmpty: Bool { documents.isEmpty }

  /// Returns whether an element contains content for special reading systems, with other content instead.
  static func isAlternative(_ name: HTMLName) -> Bool { name == alternative }

  private static let alternative = HTMLName(Array("epub:case".utf8)[...])

  /// Adds the next document.
  ///
  /// - Parameters:
  ///   - path: the path of the document in the book, which must be different for each document.
  ///   - isXML: whether the document is XHTML.
  package mutating func add(_ data: Data, path: String, isXML: Bool) {
    let document = Document(path: path, html: HTMLDocument(data), isXML: isXML)
    documents.append(document)
    names.add(path)
    scan(document)
  }

  /// Reads the documents.
  ///
  /// - Parameters:
  ///   - files: the pictures and style sheets, by path.
  ///   - repeatedByteLimit: the maximum number of bytes that repeated pictures add to the text.
  /// - Returns: the text, without metadata, and the languages of the documents.
  package mutating func read(
    files: [String: File], repeatedByteLimit: Int
  ) -> (reading: Reading<RichText>, languages: Set<String>) {
    let resources = WebResources(
      files.mapValues { WebResources.Resource(data: $0.data, mimeType: $0.mediaType) })
    var losses = LossCounter()
    var warnings: [String] = []
    var languages: Set<String> = []
    var notes = HTMLReader.Notes()
    notes.targets = Set(noteReferences.intersection(noteElements).map { names.anchor($0) })
    notes.marks = Set(noteMarks.map { names.anchor($0) })
    var blocks: [RichText.Block] = []
    var pictures = HTMLBookPictures(repeatedByteCount: repeatedByteLimit)
    // The anchors at the end of the previous document, which are placed before the next text.
    var anchors: [String] = []
    for index in documents.indices {
      let document = documents[index]
      var reader = HTMLReader(document.html.text, isXML: document.isXML, resources: resources)
      let own = targets[document.path] ?? []
      reader.book = HTMLBookPage(path: document.path, targets: own, names: names, pictures: pictures)
      reader.notes = notes
      // The reader's copies are the only ones, so that they are changed in place.
      (pictures, notes) = (HTMLBookPictures(repeatedByteCount: 0), HTMLReader.Notes())
      reader.pendingAnchors = anchors
      if own.contains("") {
        reader.pendingAnchors.append(names.anchor(Place(path: document.path, fragment: "")))
      }
      for warning in document.html.warnings { reader.warn(warning) }
      reader.read()
      blocks += reader.finishWithoutNotes(keepsAnchors: index < documents.count - 1)
      anchors = reader.pendingAnchors
      notes = reader.notes
      if let page = reader.book { pictures = page.pictures }
      losses.add(contentsOf: document.html.losses)
      losses.add(contentsOf: reader.losses.total)
      warnings += reader.warnings.map { "“\(document.path)”: \($0)" }
      if let language = reader.metadata.language { languages.insert(language) }
    }
    documents = []
    blocks = notes.settle(blocks, &losses)
    notes.countUnsettled(in: &losses)
    let text = withoutDeadLinks(RichText(blocks), &losses)
    return (Reading(text, losses: losses.total, warnings: warnings), languages)
  }

  /// Returns the text without links to missing places, and without anchors that no link targets.
  private func withoutDeadLinks(_ text: RichText, _ losses: inout LossCounter) -> RichText {
    let targets = text.anchorTargets
    guard !targets.isEmpty || !self.targets.isEmpty else { return text }
    var anchors: Set<String> = []
    for block in text.blocks { block.forEachLine { content, _ in content.addAnchors(to: &anchors) } }
    let text = text.keepingAnchors { targets.contains($0) }
    guard !targets.isSubset(of: anchors) else { return text }
    var deadCount = 0
    let mapped = text.mappingRuns { run in
      guard let name = run.attributes.link.flatMap({ LinkAnchors.name(of: $0.destination) }),
        !anchors.contains(name)
      else { return run }
      deadCount += 1
      var run = run
      run.attributes.link = nil
      return run
    }
    losses.add(.links, Self.missingDetail, count: deadCount)
    return mapped
  }
}

extension [RichText.Inline] {
  /// Adds the names of the anchors in the content, and in the notes of the content.
  fileprivate func addAnchors(to anchors: inout Set<String>) {
    for inline in self {
      switch inline {
      case .anchor(let name): anchors.insert(name)
      case .styled(_, let content): content.addAnchors(to: &anchors)
      case .note(let blocks):
        for block in blocks { block.forEachLine { content, _ in content.addAnchors(to: &anchors) } }
      case .text, .softBreak, .hardBreak, .attachment: break
      }
    }
  }
}

// MARK: - The first pass

extension HTMLBook {
  /// Collects the links, notes and files of a document from its tags.
  private mutating func scan(_ document: Document) {
    var scanner = HTMLScanner(document.html.text, isXML: document.isXML)
    var section: (name: HTMLName, depth: Int)?
    /// The identifier of the preceding start tag, if it belongs to a superscript.
    var raised: String?
    while let token = scanner.next() {
      switch token {
      case .startTag(let name, let isSelfClosing):
        let isEmpty = isSelfClosing && scanner.isXML
        note(name.element, scanner, of: document, isInNotes: section != nil, raised: raised)
        raised = name.element == .sup || name.element == .span ? scanner.attribute("id") : nil
        if let open = section, open.name == name, !isEmpty {
          section = (name, open.depth + 1)
        } else if section == nil, !isEmpty, [.section, .div, .aside].contains(name.element),
          scanner.beginsBookNotes || scanner.isMarked("data-footnotes", "footnotes", "doc-endnotes")
        {
          section = (name, 1)
        }
        if name.element.isRawText, !isEmpty { _ = scanner.rawText(of: name) }
      case .endTag(let name):
        raised = nil
        if let open = section, open.name == name {
          section = open.depth > 1 ? (name, open.depth - 1) : nil
        }
      case .text, .comment, .declaration: break
      }
    }
  }

  private mutating func note(
    _ element: HTMLElement, _ scanner: HTMLScanner, of document: Document, isInNotes: Bool, raised: String?
  ) {
    guard !scanner.attributes.isEmpty else { return }
    func place(_ attribute: StaticString) -> Place? {
      scanner.attribute(attribute).map(LinkDestination.trimmed)
        .flatMap { HTMLBookNames.place(of: $0, from: document.path) }
    }
    switch element {
    case .a, .area:
      guard let target = place("href") else { break }
      targets[target.path, default: []].insert(target.fragment)
      guard element == .a, !target.fragment.isEmpty, scanner.isNoteReference else { break }
      noteReferences.insert(target)
      for identifier in [scanner.attribute("id"), raised] {
        if let identifier { noteMarks.insert(Place(path: document.path, fragment: identifier)) }
      }
    case .img: add(file: place("src"))
    case .image: add(file: place("xlink:href") ?? place("href") ?? place("src"))
    case .link: if scanner.attribute("rel") != nil { add(file: place("href")) }
    case .aside, .div, .section, .p:
      if let identifier = scanner.attribute("id") {
        noteElements.insert(Place(path: document.path, fragment: identifier))
      }
    case .li:
      if isInNotes, let identifier = scanner.attribute("id") {
        noteElements.insert(Place(path: document.path, fragment: identifier))
      }
    default: break
    }
  }

  private mutating func add(file place: Place?) {
    guard let place, fileSet.insert(place.path).inserted else { return }
    files.append(place.path)
  }
}

extension HTMLScanner {
  /// Whether the last start tag is the reference mark of a note.
  var isNoteReference: Bool {
    hasBookType(["noteref"]) || isMarked("data-footnote-ref", "footnote-ref", "doc-noteref")
  }

  /// Whether the last start tag begins a section of notes in a book.
  var beginsBookNotes: Bool { hasBookType(["footnotes", "endnotes", "rearnotes"]) }

  /// Whether the last start tag is a link from a note to its reference mark.
  var isMarkedLinkBack: Bool {
    hasBookType(["backlink", "referrer"]) || attribute("role") == "doc-backlink"
  }

  /// Whether the attribute `epub:type` of the last start tag has one of the values.
  private func hasBookType(_ types: [Substring]) -> Bool {
    attribute("epub:type")?.split(whereSeparator: \.isWhitespace).contains { types.contains($0) } ?? false
  }
}
