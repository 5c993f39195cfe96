import DesktopTransfer
import ProfferActions

extension TransferError {
  /// What happened, with the option that helps.
  private var explanation: String {
    switch code {
    case .tooLarge: "\(message); raise the limit with --max-size"
    case .timedOut: "\(message); wait longer with --timeout"
    default: message
    }
  }

  /// Says in a note why a type is left out.
  func note(leavingOut name: String) { Console.shared.note("\(name) is left out: \(explanation)") }

  /// The error of a command that takes what another program offers: that it offers nothing is the answer no.
  var ofCommand: ActionError {
    ActionError(kind, reason: explanation, cause: self)
  }
}
