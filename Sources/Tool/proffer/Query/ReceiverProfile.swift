import FileSystem
import JSONText

/// What a program takes, and in which order, as a file says it.
///
/// A profile is a JSON object: `accepts` is the list of types, most wanted first, and `prefer`, which may be missing, says
/// whose order decides first, `receiver` or `provider`. A profile of a name is the file `NAME.json` in
/// `proffer/profiles` of the configuration folder.
struct ReceiverProfile {
  /// The types, most wanted first, as words of the command line.
  let accepts: [TypeArgument]
  /// Whether the provider's order decides before the receiver's.
  let prefersProvider: Bool

  /// Reads the profile of a name, or of a path where the word begins like one.
  init(_ word: String) throws {
    let isPath = word.hasPrefix("/") || word.hasPrefix("./") || word.hasPrefix("../")
    guard let path = isPath ? FilePath(word) : try ProgramEnvironment.profile(named: word) else {
      throw Failure(
        "there is no profile \(word); make \(word).json in proffer/profiles of your configuration folder, or name a file"
      )
    }
    let file = try OpenFile.readingRegular(path)
    let root: JSONNode
    do {
      root = try JSONNode.parse(file.bytes(at: 0, count: Int(file.status().byteCount)))
    } catch let error as JSONError {
      throw Failure("\(path): \(error)")
    }
    guard let members = root.members, let types = root["accepts"]?.elements, !types.isEmpty else {
      throw Failure("\(path) is no profile: it has no list of types under accepts")
    }
    accepts = try types.map { type in
      guard let text = type.stringValue else { throw Failure("\(path): what it accepts is not all text") }
      return TypeArgument(word: Array(text.utf8))
    }
    switch root["prefer"]?.stringValue {
    case "provider": prefersProvider = true
    case "receiver": prefersProvider = false
    case nil where root["prefer"] == nil: prefersProvider = false
    default: throw Failure("\(path): prefer is receiver or provider")
    }
    if let stranger = members.first(where: { $0.key != "accepts" && $0.key != "prefer" }) {
      throw Failure("\(path): \(PrintableText.escaped(stranger.key.utf8)) is no key of a profile")
    }
  }
}
