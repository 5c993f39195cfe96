import DesktopActions
import ProfferActions

extension DesktopNote {
  /// Whether the note is printed only with `--verbose`.
  var isVerbose: Bool {
    switch self {
    case .routeNotUsed, .routeUsed, .portalNotUsed, .offered, .dropped: true
    default: false
    }
  }

  /// Prints the note.
  func print(on console: Console) {
    if case .dragNotExamined(let error) = self { return console.error("\(error)") }
    console.note(text)
  }

  /// The printed text of the note.
  private var text: String {
    switch self {
    case .routeNotUsed(let route, let error): "\(route.displayName) is not used: \(error)"
    case .routeUsed(let route, let selection): "using \(route.displayName) for \(selection)"
    case .terminal(let text), .conversionRemark(let text): text
    case .portalNotUsed(let reason): "the document portal is not used: \(reason)"
    case .offered(let names): "offered: \(names.joined(separator: ", "))"
    case .dropped(let names): "dropped: \(names.joined(separator: ", "))"
    case .inputTypeUnknown(let name):
      "\(name) has an unknown type, and few programs paste such data; specify its type with --from"
    case .restrictedRepresentationsLeftOut(let bundle):
      "\(bundle) has representations for a team or group; they are not copied, and neither is the bundle as a whole"
    case .referenceLeftOut(let path, let bundle):
      "\(path) is outside \(bundle), which only refers to it; it is not copied"
    case .recordIncomplete(let error): "the record is incomplete: \(error)"
    case .offeredBundleUnreadable(let error):
      "the bundle that is offered cannot be read, and is not used: \(error)"
    case .typeLeftOut(let name, let omission): omission.text(of: name)
    case .fileLeftOut(let path): "\(path) is left out: it is larger than --max-size"
    case .filesMoved(let count):
      "\(count == 1 ? "the file was" : "\(count) files were") moved, because \(count == 1 ? "it was" : "they were") cut; "
        + "to move \(count == 1 ? "it" : "them") back, run proffer undo"
    case .nothingDropped(let error): error.programText
    case .dragNotExamined(let error): "\(error)"
    case .windowLibrariesMissing(let installation):
      "the window is drawn with a built-in font, because Cairo, Pango or a font is missing; \(installation)"
    case .copyEnded(let error): "the copied content can no longer be pasted: \(error)"
    }
  }
}

extension DesktopNote.Omission {
  fileprivate func text(of name: String) -> String {
    switch self {
    case .longName(let byteCount, let limit):
      "\(name.prefix(60))… is left out: its name has \(byteCount) bytes; the limit is \(limit)"
    case .undeclared: "\(name) is left out: its type is not declared; --all-types includes it"
    case .empty: "\(name) is left out: it is empty"
    case .error(let error): "\(name) is left out: \(error.programText)"
    }
  }
}
