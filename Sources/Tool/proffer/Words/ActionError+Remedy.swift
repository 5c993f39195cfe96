import DesktopActions
import ProfferActions

extension ActionError {
  /// The printed message: the subject, the reason, and advice on which option to use.
  var programText: String { remedy.map { "\(message); \($0)" } ?? message }

  /// Advice on which option to use; nil if the reason is sufficient.
  private var remedy: String? {
    switch code {
    case .alreadyExists: "use --force to overwrite it"
    case .existsInFolder: "use --force to overwrite it, or choose another folder"
    case .severalItems: "choose one with --item N"
    case .severalItemsToConvert: "choose one with --item N, or convert all with --into FOLDER"
    case .needsConversion: "add --convert to convert it"
    case .notVisible: "try --team or --group"
    case .needsWantedType: "add --to TYPE"
    case .needsFolder: "add --into FOLDER"
    case .isFolder: "add -r to convert the files in it"
    case .itemsExpandTooFar:
      "convert single items with --item N, or unpack the bundle with a higher --max-size"
    case .ambiguousEncoding:
      (details as? String).map { "choose one with \(ReportOutline.encodingOption($0))" }
    case .needsType: "add --from TYPE"
    case .noItems: "omit --item"
    case .otherForm: "omit --from or give another type"
    case .repeatedType: "put --from TYPE before one of them, or --new-item between them"
    case .referenceRefused where cause != nil: "--allow-references copies them"
    case .needsBundle: "omit --at"
    case .typesNeedFolder: "omit --accept and --for"
    case .referencesNeedFolder: "omit --allow-references"
    case .notRecorded: "set XDG_STATE_HOME to a writable folder"
    case .undoable: "undo reverts this"
    case .notUndoable: "this cannot be undone"
    case .noSuchDrop: "proffer undo --list shows the numbers"
    case .damagedDrop:
      (details as? DropEntry).map {
        "proffer undo --forget \($0.number) removes the drop from the list and keeps its backups; proffer undo N undoes another drop"
      }
    case .namesFile: "use -o for a file, and an extension such as png for a type"
    case .unmovable: "omit --operation move"
    case .notInPlace: "to get a copy, omit --in-place"
    case .needsPlace: "use -o PATH"
    case .sensitive: "--sensitive keeps it"
    case .noKnownType: "--all-types includes undeclared types"
    case .tooLarge where isOfReceiving: "raise the limit with --max-size"
    case .timedOut where isOfReceiving: "wait longer with --timeout"
    default: suggestedTypeIdentifier == "io.proffer.json5" ? "if it is JSON5, add --from json5" : nil
    }
  }
}
