import ProfferConversions
import XMLText
import ZipArchives

extension CoderError {
  /// Makes the error of a reader from an error of the archive, of the XML, or of the reader itself.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - part: the part of the package that was read; nil for the package itself.
  init(packageError error: any Error, part: String? = nil) {
    switch error {
    case let error as CoderError: self = error
    case let error as XMLError:
      let code: CoderError.Code =
        switch error.code {
        case .tooDeep: .tooDeep
        case .tooLarge: .tooLarge
        default: .wrongFormat
        }
      self.init(
        code, error.reason, subject: part, at: .line(error.position.line, column: error.position.column),
        cause: error)
    case let error as ZipError:
      if error.code == .encrypted {
        self.init(.wrongFormat, "the document is encrypted", subject: error.subject, cause: error)
      } else {
        self.init(
          error.code == .limitExceeded ? .tooLarge : .wrongFormat, error.reason, subject: error.subject,
          cause: error)
      }
    default: self.init(.wrongFormat, "\(error)", subject: part, cause: error)
    }
  }
}
