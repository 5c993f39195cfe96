import Foundation
import JSONText
public import ProfferConversions
import TextEncodings
import UniformTypes

/// The TextBundle format: a folder with `info.json`, `text.md` and a folder `assets` for pictures.
///
/// Source: textbundle.org, version 2.
enum TextBundle {
  static let typeIdentifier = "org.textbundle.package"
  static let markdownType = "net.daringfireball.markdown"
  static let folder = "assets/"
}

// MARK: - Reading

extension TextBundle {
  /// Reads the members of a bundle.
  static func read(_ members: [PackageMember]) throws(CoderError) -> Reading<RichText> {
    guard let text = members.first(where: { $0.path.hasPrefix("text.") && !$0.path.contains("/") }) else {
      throw CoderError(
        .wrongFormat, "this is not a TextBundle: it has no file 'text' with an extension, such as text.md"
      )
    }
    var warnings: [String] = []
    var losses = LossCounter()
    let info = try info(members.first { $0.path == "info.json" }, &losses, &warnings)
    let reading = try read(text, as: info)
    var assets = Assets(members.filter { $0.path.hasPrefix(folder) })
    let content = reading.value.mappingRuns { assets.resolved($0) }
    losses.add(.images, "files in assets that the text does not reference", count: assets.unusedCount)
    let others = members.filter {
      $0.path != "info.json" && $0.path != text.path && !$0.path.hasPrefix(folder)
    }
    losses.add(.metadata, "other files of the bundle", count: others.count)
    losses.add(contentsOf: reading.losses)
    return Reading(content, losses: losses.total, warnings: warnings + reading.warnings)
  }

  /// Returns the type of the text according to the bundle's `info.json`.
  private static func info(
    _ member: PackageMember?, _ losses: inout LossCounter, _ warnings: inout [String]
  ) throws(CoderError) -> String {
    guard let member else {
      warnings.append("The TextBundle has no info.json; its text was read as Markdown.")
      return markdownType
    }
    let node: JSONNode
    do {
      node = try JSONNode.parse([UInt8](member.data), duplicateKeys: .keep)
    } catch {
      throw CoderError(.wrongFormat, "the TextBundle's info.json is not JSON: \(error.message)", cause: error)
    }
    guard case .object(let entries) = node else {
      throw CoderError(.wrongFormat, "the TextBundle's info.json is not a JSON object")
    }
    var type = markdownType
    for entry in entries {
      switch (entry.key, entry.value) {
      case ("type", .string(let identifier)): type = identifier
      case ("version", .number(let number)):
        if number != "1" && number != "2" {
          warnings.append("The TextBundle is of version \(number), and was read as version 2.")
        }
      case ("transient", _): break
      default: losses.add(.metadata, "other keys of info.json")
      }
    }
    return type
  }

  private static func read(_ member: PackageMember, as type: String) throws(CoderError) -> Reading<RichText> {
    let detection = TextEncoding.detection(in: member.data)
    let text = detection.encoding.decode(member.data)
    let reading: Reading<RichText>
    switch TypeIdentifier(type) {
    case TypeIdentifier(markdownType): reading = RichText.readMarkdown(text.value)
    case "public.html": return RichText.readHTML(member.data)
    case "public.plain-text", "public.utf8-plain-text": reading = Reading(RichText(plainText: text.value))
    default:
      throw CoderError(
        .wrongFormat, "the TextBundle's text is \(type); only Markdown, HTML and plain text are supported")
    }
    return Reading(
      reading.value, losses: text.losses + reading.losses, warnings: detection.warnings + reading.warnings)
  }

  /// The files in `assets`, by their paths in the bundle.
  private struct Assets {
    private let files: [String: Data]
    private var used = Set<String>()

    init(_ members: [PackageMember]) {
      files = Dictionary(members.map { ($0.path, $0.data) }) { first, _ in first }
    }

    var unusedCount: Int { files.count - used.count }

    /// Returns a run with its reference to a file in `assets` replaced by an attachment with the bytes of the
    /// file.
    ///
    /// A run without such a reference is returned unchanged.
    mutating func resolved(_ run: RichText.Run) -> RichText.Run {
      var run = run
      if case .attachment(var attachment) = run.content, case .url(let destination) = attachment.source {
        guard let source = source(destination) else { return run }
        attachment.source = source.data
        attachment.name = source.name
        run.content = .attachment(attachment)
      } else if let link = run.attributes.link, case .text(let words) = run.content,
        let source = source(link.destination)
      {
        // Markdown can show only pictures, so any other file is referred to by a link.
        run.attributes.link = nil
        run.content = .attachment(
          RichText.Attachment(
            source.data, alternativeText: words == source.name ? "" : words, title: link.title,
            name: source.name))
      }
      return run
    }

    private mutating func source(_ destination: String) -> (data: RichText.Attachment.Source, name: String)? {
      let spellings = [destination, destination.removingPercentEncoding ?? destination]
        .map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
      guard let path = spellings.first(where: { files[$0] != nil }), let data = files[path] else {
        return nil
      }
      used.insert(path)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let nameExtension =
        name.split(separator: ".").count > 1 ? name.split(separator: ".").last.map(String.init) : nil
      let type = nameExtension.flatMap { UTType(filenameExtension: $0) } ?? .data
      return (.data(data, typeIdentifier: type.identifier), name)
    }
  }
}

// MARK: - Writing

extension TextBundle {
  /// Returns the members of a bundle, in the order of their paths.
  static func write(_ text: RichText) -> Written {
    var files = NewAssets()
    let content = text.mappingRuns { files.placed($0) }
    let markdown = content.writeMarkdown()
    let info = """
      {
        "transient": false,
        "type": "\(markdownType)",
        "version": 2
      }

      """
    return Written(
      .package(
        files.members + [
          PackageMember("info.json", Data(info.utf8)), PackageMember("text.md", markdown.data),
        ]), losses: markdown.losses)
  }

  private struct NewAssets {
    /// The file names in use, in lower case, each with the number of the last variant tried.
    private var names: [String: Int] = [:]
    private var unsorted: [PackageMember] = []
    private var placed = AttachmentFileNames()

    var members: [PackageMember] {
      unsorted.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Adds a file with the bytes of a run, and returns a run that refers to the file.
    ///
    /// The returned run is a picture, or a link if the bytes are not a picture. A run without bytes is
    /// returned unchanged.
    mutating func placed(_ run: RichText.Run) -> RichText.Run {
      guard case .attachment(var attachment) = run.content,
        case .data(let data, let typeIdentifier) = attachment.source
      else { return run }
      let type = UTType(typeIdentifier)
      let name = fileName(of: attachment, data, typeIdentifier, type)
      let destination = folder + (name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name)
      var run = run
      if type?.conforms(to: .image) ?? false {
        attachment.source = .url(destination)
        attachment.name = nil
        run.content = .attachment(attachment)
      } else {
        run.content = .text(attachment.alternativeText.isEmpty ? name : attachment.alternativeText)
        run.attributes.link = RichText.Link(destination, title: attachment.title)
      }
      return run
    }

    /// Returns the name of an attachment's file, and adds the file if necessary.
    private mutating func fileName(
      of attachment: RichText.Attachment, _ data: Data, _ typeIdentifier: String, _ type: UTType?
    ) -> String {
      let wanted = attachment.name
      if let name = placed.name(of: data, typeIdentifier, wanted: wanted) { return name }
      let name = unusedName(wanted, type)
      unsorted.append(PackageMember(folder + name, data))
      placed.add(name, of: data, typeIdentifier, wanted: wanted)
      return name
    }

    /// Returns a file name that no other file in the folder has, ignoring case.
    private mutating func unusedName(_ wanted: String?, _ type: UTType?) -> String {
      let typeExtension = type?.preferredFilenameExtension.map { "." + $0 } ?? ""
      var name = String(
        (wanted ?? "").unicodeScalars.map { scalar -> Character in
          let isBad = scalar.value < 0x20 || scalar.value == 0x7F || "/\\:".unicodeScalars.contains(scalar)
          return isBad ? "-" : Character(scalar)
        })
      while name.hasPrefix(".") { name.removeFirst() }
      if name.isEmpty { name = (type?.conforms(to: .image) ?? false ? "image" : "file") + typeExtension }
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      let (stem, ending) = (name[..<dot], name[dot...])
      let wanted = name.lowercased()
      var count = names[wanted] ?? 1
      while names[name.lowercased()] != nil {
        count += 1
        name = "\(stem)-\(count)\(ending)"
      }
      names[wanted] = count
      names[name.lowercased()] = 1
      return name
    }
  }
}

extension RichText {
  /// Reads a TextBundle and reports losses.
  ///
  /// Pictures in the folder `assets` become attachments with their bytes, and so do links to files in this
  /// folder. Versions 1 and 2 of the format are supported, with text in Markdown, HTML or plain text.
  ///
  /// - Parameters:
  ///   - members: the files of the folder.
  ///   - limits: the limits on the total size of the files and on the text.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the text is missing or of an unsupported type,
  ///   or if `info.json` is not a JSON object; with `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readTextBundle(
    _ members: [PackageMember], limits: ReadingLimits = .standard
  ) throws(CoderError) -> Reading<RichText> {
    try limits.check(byteCount: DocumentContents.package(members).byteCount)
    return try limits.checked(TextBundle.read(members), as: .richText)
  }

  /// Writes a TextBundle of version 2 with Markdown, and reports losses.
  ///
  /// Attachments with bytes become files in `assets`. A file has the attachment's name if that is a valid
  /// file name. The Markdown text shows the pictures, and contains links to the other files.
  ///
  /// - Returns: the folder and the losses.
  public func writeTextBundle() -> Written { TextBundle.write(self) }
}

extension CoderSet {
  /// Coders that read and write TextBundles: folders with a text and the files that the text shows.
  public static let textBundle = CoderSet(
    readers: [
      RepresentationReader(
        "textbundle", reads: [TextBundle.typeIdentifier], as: .richText, mayLose: webReaderLosses + [.tables],
        takesPackages: true
      ) { source in
        guard case .package(let members) = source.contents else {
          throw CoderError(.wrongFormat, "a TextBundle must be a folder, but the input is a file")
        }
        return try TextBundle.read(members)
      }
    ],
    writers: [
      RepresentationWriter(
        "textbundle", writes: [TextBundle.typeIdentifier], from: .richText,
        mayLose: [.colors, .fonts, .formatting, .layout, .metadata, .tables]
      ) { text, _ in TextBundle.write(text) }.placingPictures(.inside)
    ])
}
