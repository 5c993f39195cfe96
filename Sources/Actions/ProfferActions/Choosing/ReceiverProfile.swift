import ByteTools
import JSONText
import ProfferFileSystem

/// The types that a receiver accepts, in order of preference.
///
/// A profile is a JSON object. The member `accepts` lists the types in order of preference. The optional
/// member `prefer` states whose order takes precedence: `receiver` or `provider`. A profile name refers to
/// the file `NAME.json` in the subfolder `profiles` of the settings folder. If there is no such file, the
/// name refers to a standard profile.
package struct ReceiverProfile {
  /// The accepted types as written in the profile, in order of preference.
  package let accepts: [TypeReference]
  /// Whether the provider's order takes precedence over the receiver's.
  package let prefersProvider: Bool

  /// Finds a profile by its name, or reads the profile at a path.
  package init(_ word: String, in folders: ActionFolders) throws {
    let isPath = word.hasPrefix("/") || word.hasPrefix("./") || word.hasPrefix("../")
    if !isPath, try folders.setting("\(word).json", in: "profiles") == nil, let known = Self.standard[word] {
      accepts = known.map { TypeReference(word: Array($0.utf8)) }
      prefersProvider = false
      return
    }
    let named = try isPath ? nil : folders.setting("\(word).json", in: "profiles")
    let given = try FilePath(word).flatMap { try FileStatus.ifPresent($0) == nil ? nil : $0 }
    guard let path = isPath ? FilePath(word) : named ?? given else {
      let names = try Self.names(in: folders)
      let near = Spelling.nearest(to: Array(word.utf8), among: names)
      throw ActionError.failure(
        "unknown profile \(PrintableText.escaped(word.utf8)); "
          + (near.map { "did you mean \($0)?" }
            ?? "use \(names.joined(separator: ", ")) or the path of a profile"),
        code: .unknownProfile)
    }
    let root: JSONNode
    do {
      root = try JSONNode.parse(path.fileBytes(spoolingIn: folders.temporary))
    } catch let error as JSONError {
      throw ActionError.failure("\(path): \(error)")
    }
    guard let members = root.members, let types = root["accepts"]?.elements, !types.isEmpty else {
      throw ActionError.failure("\(path) is not a profile: it has no list of types under the key \"accepts\"")
    }
    accepts = try types.map { type in
      guard let text = type.stringValue else {
        throw ActionError.failure("\(path): each type in \"accepts\" must be text")
      }
      return TypeReference(word: Array(text.utf8))
    }
    switch root["prefer"]?.stringValue {
    case "provider": prefersProvider = true
    case "receiver": prefersProvider = false
    case nil where root["prefer"] == nil: prefersProvider = false
    default: throw ActionError.failure("\(path): \"prefer\" must be \"receiver\" or \"provider\"")
    }
    if let unknown = members.first(where: { $0.key != "accepts" && $0.key != "prefer" }) {
      throw ActionError.failure(
        "\(path): \(PrintableText.escaped(unknown.key.utf8)) is not a key of a profile")
    }
  }
}

extension ReceiverProfile {
  /// Returns the names of all profiles; profiles in the settings folder come first.
  package static func names(in folders: ActionFolders) throws -> [String] {
    let files = try folders.settings(in: "profiles").compactMap(\.lastComponent?.string)
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) } + standard.keys.sorted()
  }

  /// The standard profiles, which describe well-known kinds of receivers.
  package static let standard: [String: [String]] = [
    // The rich-text editor of Firefox: HTML, then images (PNG before JPEG and GIF unless a preference says
    // otherwise), then text.
    // https://searchfox.org/mozilla-central/source/editor/libeditor/HTMLEditorDataTransfer.cpp, the function
    // AddDataFlavorsInBestOrder. PNG is the only image type that every browser must support:
    // https://www.w3.org/TR/clipboard-apis/#mandatory-data-types-x
    "browser": ["public.html", "public.png", "public.plain-text"],
    // The composer of Element, a Matrix client: files are sent first, then plain text is inserted; HTML is
    // ignored. https://github.com/element-hq/matrix-react-sdk,
    // src/components/views/rooms/SendMessageComposer.tsx (onPaste) and BasicMessageComposer.tsx (onPaste).
    // Files on the clipboard are images.
    "chat": ["public.image", "public.plain-text"],
    // The HTML composer of Thunderbird uses the editor of Firefox. All image types that it accepts are
    // listed.
    "mail": ["public.html", "public.png", "public.jpeg", "com.compuserve.gif", "public.plain-text"],
    // The formats that LibreOffice Writer accepts when content is copied into a document, except on macOS:
    // https://github.com/LibreOffice/core/blob/master/sot/source/base/formats.cxx, the table
    // aEXCHG_DEST_SWDOC_FREE_AREA_Copy, without the formats that no other program offers.
    "office": [
      "public.rtf", "com.adobe.pdf", "public.png", "public.jpeg", "public.html", "public.plain-text",
      "public.url",
    ],
    // The drop target of Ptyxis accepts files and lists of URIs, or text if neither is offered:
    // https://gitlab.gnome.org/chergert/ptyxis, src/ptyxis-terminal.c, the function
    // ptyxis_terminal_drop_target_drop.
    "terminal": ["public.file-url", "io.proffer.uri-list", "public.utf8-plain-text", "public.plain-text"],
  ]
}
