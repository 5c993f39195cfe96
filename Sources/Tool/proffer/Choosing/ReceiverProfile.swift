import ArgumentParsing
import FileSystem
import JSONText

/// What a receiver accepts, and in which order.
///
/// A profile is a JSON object: `accepts` is the list of types, most wanted first, and `prefer`, which may be missing, says
/// whose order takes precedence, `receiver` or `provider`. A name means the file `NAME.json` in `proffer/profiles` of the
/// configuration folder, else a profile that the program has itself.
struct ReceiverProfile {
  /// The types, most wanted first, as words of the command line.
  let accepts: [TypeArgument]
  /// Whether the provider's order decides before the receiver's.
  let prefersProvider: Bool

  /// Finds the profile of a name, or reads that of a file.
  init(_ word: String) throws {
    let isPath = word.hasPrefix("/") || word.hasPrefix("./") || word.hasPrefix("../")
    if !isPath, try ProgramEnvironment.profile(named: word) == nil, let known = Self.standard[word] {
      accepts = known.map { TypeArgument(word: Array($0.utf8)) }
      prefersProvider = false
      return
    }
    let named = try isPath ? nil : ProgramEnvironment.profile(named: word)
    let given = try FilePath(word).flatMap { try FileStatus.ifPresent($0) == nil ? nil : $0 }
    guard let path = isPath ? FilePath(word) : named ?? given else {
      let names = try ProgramEnvironment.profileNames + Self.standard.keys.sorted()
      let near = CommandLineError.nearest(to: Array(word.utf8), among: names)
      throw ProgramError.failure(
        "there is no profile \(PrintableText.escaped(word.utf8)); "
          + (near.map { "did you mean \($0)?" }
            ?? "the profiles are \(names.joined(separator: ", ")), or name a file"),
        name: "unknownProfile")
    }
    let root: JSONNode
    do {
      root = try JSONNode.parse(path.fileBytes())
    } catch let error as JSONError {
      throw ProgramError.failure("\(path): \(error)")
    }
    guard let members = root.members, let types = root["accepts"]?.elements, !types.isEmpty else {
      throw ProgramError.failure("\(path) is not a profile: it has no list of types under accepts")
    }
    accepts = try types.map { type in
      guard let text = type.stringValue else {
        throw ProgramError.failure("\(path): what it accepts is not all text")
      }
      return TypeArgument(word: Array(text.utf8))
    }
    switch root["prefer"]?.stringValue {
    case "provider": prefersProvider = true
    case "receiver": prefersProvider = false
    case nil where root["prefer"] == nil: prefersProvider = false
    default: throw ProgramError.failure("\(path): prefer is receiver or provider")
    }
    if let unknown = members.first(where: { $0.key != "accepts" && $0.key != "prefer" }) {
      throw ProgramError.failure(
        "\(path): \(PrintableText.escaped(unknown.key.utf8)) is not a key of a profile")
    }
  }
}

extension ReceiverProfile {
  /// The names of all profiles, those of the configuration folder first.
  static var names: [String] { get throws { try ProgramEnvironment.profileNames + standard.keys.sorted() } }

  /// The profiles of well-known kinds of receivers.
  static let standard: [String: [String]] = [
    // The three types that every browser supports (W3C, Clipboard API and events, "mandatory data types"), in the order
    // in which Firefox's editor takes them (mozilla-central, editor/libeditor/HTMLEditorDataTransfer.cpp,
    // `AddDataFlavorsInBestOrder`).
    "browser": ["public.html", "public.png", "public.plain-text"],
    // The composer of Thunderbird is the same editor, with all the kinds of pictures that it takes.
    "mail": ["public.html", "public.png", "public.jpeg", "com.compuserve.gif", "public.plain-text"],
    // The drop target of terminals over VTE takes text, then files, then a list of URIs (Ptyxis,
    // src/ptyxis-terminal.c; GNOME Terminal, src/terminal-screen.cc).
    "terminal": ["public.utf8-plain-text", "public.plain-text", "public.file-url", "io.proffer.uri-list"],
  ]
}
