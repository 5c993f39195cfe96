public import DescribedErrors

/// The error of a failed file system operation.
public struct FileSystemError: DescribedError, Sendable {
  /// The kind of a failure.
  ///
  /// Later versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, which equals the name of the constant.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The form in which a message names the subject of an error.
  package enum Naming: Hashable, Sendable {
    /// The path.
    case path
    /// The words "a temporary file in" and the path of the file's folder.
    ///
    /// The file's own name is meaningless to users.
    case temporaryFile
    /// A name that users know better than the path, such as `standard input`.
    case name(String)
  }

  /// The statement that a message makes before the reason.
  private enum Statement: Sendable {
    /// The action failed; the value is the verb for the action.
    case cannot(String)
    /// The subject has its final name, but the name may not be on disk yet.
    case notSynchronized
    /// The subject was replaced, but its previous version could not be removed.
    case previousNotRemoved
  }

  /// The kind of the failure.
  public let code: Code
  /// The affected file or folder, as the caller specified the path; nil if no path is affected.
  public private(set) var path: FilePath?
  /// The reason for the failure and a possible remedy, worded to follow a colon.
  public let reason: String
  /// The system's error number (`errno`); nil if no system call failed.
  public let systemError: Int32?
  /// The underlying error; nil if there is none.
  public let cause: (any Error)?
  private var naming: Naming
  private var statement: Statement

  private init(
    _ statement: Statement, _ path: FilePath?, _ naming: Naming, code: Code, reason: String,
    systemError: Int32?,
    cause: (any Error)? = nil
  ) {
    self.statement = statement
    self.path = path
    self.naming = naming
    self.code = code
    self.reason = reason
    self.systemError = systemError
    self.cause = cause
  }

  /// Makes the error of a failed action, with a message such as `cannot read notes.txt: it is a folder`.
  ///
  /// - Parameters:
  ///   - action: the action that failed, as a verb that precedes the subject.
  ///   - reason: the reason and a possible remedy.
  package init(
    _ code: Code, cannot action: String, _ path: FilePath?, calling naming: Naming = .path,
    because reason: String,
    systemError: Int32? = nil
  ) {
    self.init(.cannot(action), path, naming, code: code, reason: reason, systemError: systemError)
  }

  /// Returns the error for a complete file whose folder could not be flushed to disk.
  package static func notSynchronized(_ path: FilePath, because error: FileSystemError) -> FileSystemError {
    FileSystemError(
      .notSynchronized, path, .path, code: .notSynchronized, reason: error.reason,
      systemError: error.systemError,
      cause: error)
  }

  /// Returns the error for a path that already exists.
  package static func alreadyThere(_ path: FilePath) -> FileSystemError {
    FileSystemError("create", path, .exists)
  }

  /// Returns the error for a replaced file whose previous version could not be removed.
  static func previousNotRemoved(_ path: FilePath, because error: FileSystemError) -> FileSystemError {
    FileSystemError(
      .previousNotRemoved, path, .path, code: error.code, reason: error.message,
      systemError: error.systemError,
      cause: error)
  }

  /// The subject of the failure, as shown to users.
  public var subject: String? {
    guard let path else { return nil }
    return switch naming {
    case .path: path.description
    case .temporaryFile: "a temporary file in \(path)"
    case .name(let name): name
    }
  }

  /// The failed action, the file, the reason and a possible remedy, in one line without a full stop.
  public var message: String {
    let subject = subject.map { " " + $0 } ?? ""
    return switch statement {
    case .cannot(let action): "cannot \(action)\(subject): \(reason)"
    case .notSynchronized:
      "\(subject.dropFirst()) is written, but the device did not confirm it, so that a power failure may lose it: \(reason)"
    case .previousNotRemoved:
      "\(subject.dropFirst()) is replaced, but the old version could not be removed: \(reason)"
    }
  }

  /// The same text as ``message``.
  public var description: String { message }
}

// MARK: - The same failure with another path

extension FileSystemError {
  /// Returns this error with a different action and path.
  func failing(to action: String, _ path: FilePath) -> FileSystemError {
    var error = self
    (error.statement, error.path, error.naming) = (.cannot(action), path, .path)
    return error
  }

  /// Returns this error with `old` replaced by `new` at the start of the error's path.
  ///
  /// The result is the error of a file that was moved from `old` to `new`. An error with any other path is
  /// returned unchanged.
  ///
  /// - Parameter naming: the form in which messages name the file at `new`. This form does not apply to
  ///   files inside a folder at `new`.
  package func renamed(
    from old: FilePath, to new: FilePath, calling naming: Naming = .path
  ) -> FileSystemError {
    var error = self
    if path == old {
      error.path = new
      // Keeps "a temporary file in", which is now followed by the new path of the folder.
      if naming != .path || error.naming != .temporaryFile { error.naming = naming }
      return error
    }
    let start = old.hasTrailingSlash ? old.bytes : old.bytes + [0x2F]
    guard let path, path.bytes.starts(with: start) else { return self }
    let slash: [UInt8] = new.hasTrailingSlash ? [] : [0x2F]
    error.path = FilePath(known: new.bytes + slash + path.bytes.dropFirst(start.count))
    return error
  }
}

extension FileSystemError.Code {
  /// No file, folder or link has this name.
  public static let notFound = Self(rawValue: "notFound")
  /// The process does not have the required permission.
  public static let permissionDenied = Self(rawValue: "permissionDenied")
  /// The destination exists and must not be replaced.
  public static let alreadyExists = Self(rawValue: "alreadyExists")
  /// The operation requires a folder.
  public static let notAFolder = Self(rawValue: "notAFolder")
  /// The operation requires a file, but the path is a folder.
  public static let isAFolder = Self(rawValue: "isAFolder")
  /// The operation requires a regular file, but the path is a device, pipe or socket.
  public static let notAFile = Self(rawValue: "notAFile")
  /// The folder is not empty.
  public static let folderNotEmpty = Self(rawValue: "folderNotEmpty")
  /// The device or the user's quota is full.
  public static let noSpace = Self(rawValue: "noSpace")
  /// The file would be larger than the file system or the process's limit allows.
  public static let fileTooLarge = Self(rawValue: "fileTooLarge")
  /// The file system is mounted read-only.
  public static let readOnly = Self(rawValue: "readOnly")
  /// The symbolic links form a loop, or there are too many links.
  public static let tooManyLinks = Self(rawValue: "tooManyLinks")
  /// The name or path exceeds the limit of the file system.
  public static let nameTooLong = Self(rawValue: "nameTooLong")
  /// The file system does not allow the name.
  public static let badName = Self(rawValue: "badName")
  /// The file or folder is in use.
  public static let busy = Self(rawValue: "busy")
  /// The limit of open files is reached.
  public static let tooManyOpenFiles = Self(rawValue: "tooManyOpenFiles")
  /// There is not enough memory.
  public static let outOfMemory = Self(rawValue: "outOfMemory")
  /// The file system or the device does not support the operation.
  public static let notSupported = Self(rawValue: "notSupported")
  /// The two paths are on different file systems.
  public static let crossDevice = Self(rawValue: "crossDevice")
  /// The standard stream was closed when the process started.
  public static let notOpen = Self(rawValue: "notOpen")
  /// The reader of a pipe has closed the pipe.
  public static let brokenPipe = Self(rawValue: "brokenPipe")
  /// A signal interrupted the call.
  public static let interrupted = Self(rawValue: "interrupted")
  /// The device failed.
  public static let inputOutput = Self(rawValue: "inputOutput")
  /// The file changed while it was read.
  public static let changedWhileReading = Self(rawValue: "changedWhileReading")
  /// The file ends before the end of the requested range.
  public static let unexpectedEnd = Self(rawValue: "unexpectedEnd")
  /// The file or folder is complete and in place, but its name may not be on disk yet.
  ///
  /// A power failure may remove the name.
  public static let notSynchronized = Self(rawValue: "notSynchronized")
  /// Any other error; `systemError` contains the number.
  public static let unknown = Self(rawValue: "unknown")
}
