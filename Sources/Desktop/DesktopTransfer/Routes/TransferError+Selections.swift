import ProfferFileSystem

/// The errors that every route has.
extension TransferError {
  static func nothingOffered(in selection: TransferSelection) -> TransferError {
    TransferError(.empty, "\(selection.displayName) is empty: no program offers anything there")
  }

  static func tooLarge(_ name: String, _ limit: UInt64) -> TransferError {
    TransferError(
      .tooLarge,
      "\(PrintableText.escaped(name.utf8)) has more than \(limit) bytes, or does not end; raise the limit with --max-size"
    )
  }
}

extension Duration {
  /// The time in seconds, as people write it.
  var inSeconds: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
  }
}
