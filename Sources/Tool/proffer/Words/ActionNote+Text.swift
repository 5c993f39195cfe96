import ProfferActions
import UniformTypes

extension ActionNote {
  /// The memory that a conversion uses if it holds the whole document.
  ///
  /// `Tests/Benchmarks/memory.py` compares this statement with measurements of typical documents. A document
  /// that consists only of markup uses more memory.
  static let holdingRemark = "usually up to 8 times its file size"

  /// Prints the note.
  func print(on console: Console) {
    switch self {
    case .converted(let source, let report): report.outline.print(of: source, on: console)
    default: console.note(text)
    }
  }

  /// The printed text of the note.
  private var text: String {
    switch self {
    case .settingsIgnored(let kind, let error): "\(error); your \(kind.words) are ignored"
    case .settingsFileIgnored(let kind, let path?, let error):
      "\(path): \(error); its \(kind.wordsInFile) are ignored"
    case .settingsFileIgnored(let kind, nil, let error): "\(error); its \(kind.wordsInFile) are ignored"
    case .databaseLineSkipped(let error): "\(error)"
    case .typeUndeclared(let type, let nearest):
      "\(type.identifier) is neither a declared type nor a file; it is used as a type that conforms only to itself"
        + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .typeGuessed(let input, let type):
      "\(input) looks like \(TypeNames.name(of: type.identifier)); override with --from TYPE"
    case .readsReference(let path):
      "the bytes come from \(path), which the bundle refers to but does not contain"
    case .packing(.leftOut(let first, let count)):
      "--each left out entries that are not files: \(first)" + (count == 1 ? "" : " and \(count - 1) more")
    case .packing(.hiddenLeftOut(let count)): "\(count) hidden files and folders were left out"
    case .packing(.typeGuessed(let input, let type)):
      "\(input) is packed as \(TypeNames.name(of: type.identifier)); to override, put --from TYPE before it"
    case .holdsDocument(let source, let wanted):
      "converting \(source) to \(TypeNames.name(of: wanted)) needs memory for the whole document: \(ActionNote.holdingRemark)"
    case .nameShortened(let path, let name):
      "the name \(path.prefix(60))… is too long; it was shortened to \(name)"
    case .itemsSkipped(let names): "skipped (no accepted type): \(names)"
    case .converted(let source, let report): "\(source): \(report.outline.lossTexts.joined(separator: ", "))"
    case .dropNotRecorded: "neither XDG_STATE_HOME nor HOME is set, so this drop cannot be undone"
    case .dropsNotRecorded: "neither XDG_STATE_HOME nor HOME is set, so drops are not recorded"
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
