public import DescribedErrors

/// Why the file system did not do what was asked.
public struct FileSystemError: DescribedError, Sendable {
  /// What kind of failure this is.
  ///
  /// The list is open: later versions may have more codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name, the same as the constant's.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What an error calls its subject.
  package enum Naming: Hashable, Sendable {
    /// By its path.
    case path
    /// As a temporary file in the folder of the path, whose own name is not known to people.
    case temporaryFile
    /// By a name that people know better than the path: `standard input`.
    case name(String)
  }

  /// What the message says of the subject.
  private enum Statement: Sendable {
    /// Something cannot be done with it; the verb.
    case cannot(String)
    /// It is in place, but the device did not confirm that.
    case notSynchronized
    /// It is replaced, but what was there before could not be removed.
    case previousNotRemoved
  }

  /// What kind of failure this is.
  public let code: Code
  /// The file or folder that the failure is about, as the caller named it.
  public private(set) var path: FilePath?
  /// Why the system did not do it, and what would help; words that follow a colon.
  public let reason: String
  /// The system's own number (`errno`); nil when the system did not fail.
  public let systemError: Int32?
  /// The error that led to this one.
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

  /// The error of something that cannot be done: `cannot read notes.txt: it is a folder`.
  ///
  /// - Parameters:
  ///   - action: what cannot be done, as a verb that the subject follows.
  ///   - reason: why, and what would help.
  package init(
    _ code: Code, cannot action: String, _ path: FilePath?, calling naming: Naming = .path,
    because reason: String,
    systemError: Int32? = nil
  ) {
    self.init(.cannot(action), path, naming, code: code, reason: reason, systemError: systemError)
  }

  /// The error of something that is in place and whole while the folder around it did not reach the device.
  package static func notSynchronized(_ path: FilePath, because error: FileSystemError) -> FileSystemError {
    FileSystemError(
      .notSynchronized, path, .path, code: .notSynchronized, reason: error.reason,
      systemError: error.systemError,
      cause: error)
  }

  /// The error for a path where something exists already.
  package static func alreadyThere(_ path: FilePath) -> FileSystemError {
    FileSystemError("create", path, .exists)
  }

  /// The error of something that is in place while what it replaced could not be removed.
  static func previousNotRemoved(_ path: FilePath, because error: FileSystemError) -> FileSystemError {
    FileSystemError(
      .previousNotRemoved, path, .path, code: error.code, reason: error.message,
      systemError: error.systemError,
      cause: error)
  }

  /// What the failure is about, as people call it.
  public var subject: String? {
    guard let path else { return nil }
    return switch naming {
    case .path: path.description
    case .temporaryFile: "a temporary file in \(path)"
    case .name(let name): name
    }
  }

  /// What could not be done, to which file, why, and what would help; one line without a full stop.
  public var message: String {
    let subject = subject.map { " " + $0 } ?? ""
    return switch statement {
    case .cannot(let action): "cannot \(action)\(subject): \(reason)"
    case .notSynchronized:
      "\(subject.dropFirst()) is in place, but the device did not confirm it, and a power failure may lose it: \(reason)"
    case .previousNotRemoved:
      "\(subject.dropFirst()) is replaced, but what was there could not be removed: \(reason)"
    }
  }

  /// The message.
  public var description: String { message }
}

// MARK: - The same failure of another subject

extension FileSystemError {
  /// The failure as one of something else that was to be done.
  func failing(to action: String, _ path: FilePath) -> FileSystemError {
    var error = self
    (error.statement, error.path, error.naming) = (.cannot(action), path, .path)
    return error
  }

  /// The error about a file in another place: a path at or below the one has become that at or below the other.
  ///
  /// An error about any other path stays as it is.
  ///
  /// - Parameter naming: what to call the file itself.
  package func renamed(
    from old: FilePath, to new: FilePath, calling naming: Naming = .path
  ) -> FileSystemError {
    var error = self
    if path == old {
      error.path = new
      // A temporary file in the folder is called by the folder's new path.
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
  /// There is no file, folder or link of that name.
  public static let notFound = Self(rawValue: "notFound")
  /// The process does not have the permission.
  public static let permissionDenied = Self(rawValue: "permissionDenied")
  /// Something has that name and was not to be replaced.
  public static let alreadyExists = Self(rawValue: "alreadyExists")
  /// A folder was needed.
  public static let notAFolder = Self(rawValue: "notAFolder")
  /// A folder is where a file was needed.
  public static let isAFolder = Self(rawValue: "isAFolder")
  /// A device, pipe or socket is where a file with bytes of its own was needed.
  public static let notAFile = Self(rawValue: "notAFile")
  /// The folder still holds something.
  public static let folderNotEmpty = Self(rawValue: "folderNotEmpty")
  /// The device or the user's share of it is full.
  public static let noSpace = Self(rawValue: "noSpace")
  /// The file would be larger than the file system or the process's limit allows.
  public static let fileTooLarge = Self(rawValue: "fileTooLarge")
  /// The file system is mounted for reading only.
  public static let readOnly = Self(rawValue: "readOnly")
  /// Links that lead in a circle, or too many of them.
  public static let tooManyLinks = Self(rawValue: "tooManyLinks")
  /// A name or path longer than the file system takes.
  public static let nameTooLong = Self(rawValue: "nameTooLong")
  /// A name that the file system does not take.
  public static let badName = Self(rawValue: "badName")
  /// Something else uses it.
  public static let busy = Self(rawValue: "busy")
  /// No further file can be opened.
  public static let tooManyOpenFiles = Self(rawValue: "tooManyOpenFiles")
  /// Memory ran out.
  public static let outOfMemory = Self(rawValue: "outOfMemory")
  /// The file system or the device cannot do that.
  public static let notSupported = Self(rawValue: "notSupported")
  /// The two places are on different file systems.
  public static let crossDevice = Self(rawValue: "crossDevice")
  /// A stream that the process was started without is used.
  public static let notOpen = Self(rawValue: "notOpen")
  /// The reader of a pipe has closed it.
  public static let brokenPipe = Self(rawValue: "brokenPipe")
  /// A signal interrupted the call.
  public static let interrupted = Self(rawValue: "interrupted")
  /// The device failed.
  public static let inputOutput = Self(rawValue: "inputOutput")
  /// The file changed while it was read.
  public static let changedWhileReading = Self(rawValue: "changedWhileReading")
  /// The file ends before the bytes that were asked for.
  public static let unexpectedEnd = Self(rawValue: "unexpectedEnd")
  /// What was written is in place and whole, but the device did not confirm its name: a power failure may lose it.
  public static let notSynchronized = Self(rawValue: "notSynchronized")
  /// Anything else; `systemError` has the number.
  public static let unknown = Self(rawValue: "unknown")
}
