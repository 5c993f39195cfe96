import ProfferActions

extension ActionNote {
  /// The note in words.
  var text: String {
    switch self {
    case .settingsIgnored(let kind, let error): "\(error); your \(kind.words) are ignored"
    case .settingsFileIgnored(let kind, let path?, let error):
      "\(path): \(error); its \(kind.wordsInFile) are ignored"
    case .settingsFileIgnored(let kind, nil, let error): "\(error); its \(kind.wordsInFile) are ignored"
    case .databaseLineSkipped(let error): "\(error)"
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
