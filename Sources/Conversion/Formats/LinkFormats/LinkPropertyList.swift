import Foundation
import ProfferConversions
import StructuredFormats

/// The forms of property list that contain a link.
///
/// - A web location file (`.webloc` and similar): a dictionary with the key `URL`.
/// - The form of `public.url` on iOS: an array of the URL, its base URL (often empty), and optionally a
///   dictionary with a title.
/// - A keyed archive of a URL object: the keys `NS.relative` and `NS.base` store its text and its base URL.
enum LinkPropertyList {
  /// The keys under which a title can be stored.
  private static let titleKeys = ["title", "_title", "Title", "name"]

  /// Reads the link in a property list.
  static func link(in source: RepresentationSource) throws -> Reading<URL> {
    let found = try found(in: source)
    let link = found.value.reading
    return Reading(link.value, losses: found.losses + link.losses)
  }

  /// Reads the link in a property list, together with its title and the number of remarks.
  static func found(in source: RepresentationSource) throws -> Reading<FoundLink> {
    let list = try StructuredValue.readPropertyList(
      source.data, limits: source.limits.ofIntermediateValues)
    return Reading(try link(in: list.value), losses: list.losses)
  }

  private static func link(in list: StructuredValue) throws -> FoundLink {
    switch list {
    case .array(let elements): return try link(inArray: elements)
    case .dictionary where list["$archiver"] != nil: return try link(inArchive: list)
    case .dictionary(let members): return try link(inDictionary: list, memberCount: members.count)
    case .string(let text): return FoundLink(url: try LinkText(text).url(.lenient))
    default: throw noLink("a dictionary or array is expected, not \(list.kindName)")
    }
  }

  /// Returns the property list of a web location file.
  static func webLocation(of url: URL) -> StructuredValue { ["URL": .string(url.absoluteString)] }

  private static func link(inArray elements: [StructuredValue]) throws -> FoundLink {
    guard let urlText = elements.first?.stringValue else {
      throw noLink("the array does not begin with text")
    }
    let base = elements.dropFirst().first?.stringValue
    var link = FoundLink(url: try url(urlText, base: base))
    for extra in elements.dropFirst(base == nil ? 1 : 2) {
      let title = titleKeys.lazy.compactMap { extra[$0]?.stringValue }.first
      // If the link already has a title, a second title is counted as a remark.
      let isTitle = link.title == nil && title != nil
      if isTitle { link.title = title }
      link.remarkCount += (extra.members?.count ?? 1) - (isTitle ? 1 : 0)
    }
    return link
  }

  private static func link(inDictionary list: StructuredValue, memberCount: Int) throws -> FoundLink {
    let urlText = (list["URL"] ?? list["url"])?.stringValue
    guard let urlText else { throw noLink("the dictionary has no text for the key URL") }
    let title = titleKeys.lazy.compactMap { list[$0]?.stringValue }.first
    return FoundLink(
      url: try url(urlText, base: nil), title: title, remarkCount: memberCount - (title == nil ? 1 : 2))
  }

  private static func link(inArchive list: StructuredValue) throws -> FoundLink {
    func object(_ reference: StructuredValue?) -> StructuredValue? {
      guard case .uid(let number) = reference else { return nil }
      return Int(exactly: number).flatMap { list["$objects"]?[$0] }
    }
    guard let root = object(list["$top"]?["root"]), let urlText = object(root["NS.relative"])?.stringValue
    else {
      throw noLink("the keyed archive's root is not a URL")
    }
    // The archive refers to the string "$null" if the URL has no base. That string has no `NS.relative`.
    var base: String?
    if let outer = object(root["NS.base"]), let text = object(outer["NS.relative"])?.stringValue {
      base = text
    }
    return FoundLink(url: try url(urlText, base: base))
  }

  /// Returns a URL, resolved against a base URL if there is one.
  private static func url(_ urlText: String, base: String?) throws -> URL {
    guard let base, !base.isEmpty else { return try LinkText(urlText).url(.lenient) }
    let baseURL = try LinkText(base).url(.lenient)
    guard let url = URL(string: urlText, relativeTo: baseURL) else {
      throw CoderError(
        .notALink,
        "\(urlText.debugDescription) is not an absolute URL, and cannot be resolved "
          + "relative to \(base.debugDescription)")
    }
    // The resolved URL must also pass the checks of `LinkText`.
    return try LinkText(url.absoluteString).url(.lenient)
  }

  private static func noLink(_ reason: String) -> CoderError {
    CoderError(.noLink, "the property list is not a link: \(reason)")
  }
}
