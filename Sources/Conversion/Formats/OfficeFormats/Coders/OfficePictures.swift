package import Foundation
package import ProfferConversions
import RichTextFormats
import UniformTypes
import ZipArchives

/// The pictures in an office document that can serve as its preview.
package enum OfficePictures {
  /// The types of documents whose pictures can be found.
  package static let typeIdentifiers = CoderSet.office.readers.flatMap(\.typeIdentifiers)

  /// A picture of a document.
  package struct Picture: Sendable {
    package let data: Data
    package let typeIdentifier: String
  }

  /// Returns the pictures of a document: its thumbnail or cover, if one is stored, and then the pictures of its
  /// text.
  ///
  /// - Throws: the errors of the document's reader.
  package static func pictures(
    in data: Data, typeIdentifier: String, limits: ReadingLimits = .standard
  ) throws -> [Picture] {
    let source = RepresentationSource(data, typeIdentifier: typeIdentifier, limits: limits)
    let readers = ConversionRegistry(.office).readers(of: typeIdentifier)
    guard let text = try readers.first?.read(source).value as? RichText else { return [] }
    return try thumbnail(of: data) + cover(of: data, typeIdentifier) + pictures(of: text)
  }

  /// Returns the cover picture of a book.
  private static func cover(of data: Data, _ typeIdentifier: String) throws -> [Picture] {
    guard typeIdentifier == "org.idpf.epub-container",
      let cover = try EPUBReader.coverPicture(of: data, options: OfficeReadingOptions()),
      let type = UTType(mimeType: cover.mediaType)
    else { return [] }
    return [Picture(data: cover.data, typeIdentifier: type.identifier)]
  }

  /// The locations of thumbnails in OpenDocument and Word files.
  ///
  /// (Source: ODF 1.3 part 2, section 3.7; the thumbnail parts that Word and other programs write.)
  private static let thumbnails = [
    ("Thumbnails/thumbnail.png", "public.png"), ("docProps/thumbnail.png", "public.png"),
    ("docProps/thumbnail.jpeg", "public.jpeg"), ("docProps/thumbnail.jpg", "public.jpeg"),
  ]

  private static func thumbnail(of data: Data) throws -> [Picture] {
    guard data.starts(with: "PK".utf8) else { return [] }
    let package = try ZipPackage(data)
    for (name, type) in thumbnails {
      if let bytes = try package.content(of: name) {
        return [Picture(data: Data(bytes), typeIdentifier: type)]
      }
    }
    return []
  }

  private static func pictures(of text: RichText) -> [Picture] {
    var pictures: [Picture] = []
    _ = text.mappingRuns { run in
      if case .attachment(let attachment) = run.content,
        case .data(let data, let typeIdentifier) = attachment.source
      {
        pictures.append(Picture(data: data, typeIdentifier: typeIdentifier))
      }
      return run
    }
    return pictures
  }
}
