import ByteTools
import ProfferActions
import UniformTypes

extension ActionNote {
  /// How much memory a conversion takes that holds its document.
  ///
  /// `Tests/Benchmarks/memory.py` compares it with usual documents; one of nothing but marks takes more.
  static let holdingRemark = "usually up to 8 times its size in memory"

  /// The note in words.
  var text: String {
    switch self {
    case .settingsIgnored(let kind, let error): "\(error); your \(kind.words) are ignored"
    case .settingsFileIgnored(let kind, let path?, let error):
      "\(path): \(error); its \(kind.wordsInFile) are ignored"
    case .settingsFileIgnored(let kind, nil, let error): "\(error); its \(kind.wordsInFile) are ignored"
    case .databaseLineSkipped(let error): "\(error)"
    case .typeUndeclared(let type, let registry):
      "\(type.identifier) is neither a declared type nor a file; it is used as a type that conforms only to itself"
        + (Spelling.nearest(
          to: Array(type.identifier.utf8), among: registry.allTypes.lazy.map(\.identifier), within: 2
        )
        .map { "; did you mean \($0)?" } ?? "")
    case .readsReference(let path):
      "the bytes come from \(path), which the bundle refers to but does not contain"
    case .packing(.leftOut(let first, let count)):
      "--each left out what is not a file: \(first)" + (count == 1 ? "" : " and \(count - 1) more")
    case .holdsDocument(let source, let wanted):
      "converting \(source) to \(wanted) holds all of it: \(ActionNote.holdingRemark)"
    case .nameShortened(let path, let name):
      "the name \(path.prefix(60))… is too long; it was shortened to \(name)"
    case .itemsSkipped(let names): "skipped (no accepted type): \(names)"
    }
  }
}

extension SettingsKind {
  fileprivate var words: String {
    switch self {
    case .types: "type declarations"
    case .converters: "external converters"
    }
  }

  fileprivate var wordsInFile: String {
    switch self {
    case .types: "type declarations"
    case .converters: "converters"
    }
  }
}
