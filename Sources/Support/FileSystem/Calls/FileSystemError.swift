/// Why the file system did not do what was asked.
public struct FileSystemError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure this is.
  ///
  /// The list is open: later versions may know more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name, the same as the constant's.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What kind of failure this is.
  public let code: Code
  /// The file or folder that the failure is about, as the caller named it.
  public let path: FilePath?
  /// What could not be done, to which file, why, and what would help; one line without a full stop.
  public let message: String
  /// The system's own number (`errno`); nil when the system did not fail.
  public let systemError: Int32?

  package init(code: Code, path: FilePath?, message: String, systemError: Int32? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.systemError = systemError
  }

  /// The message.
  public var description: String { message }
}

extension FileSystemError.Code {
  /// There is no file, folder or link of that name.
  public static let notFound = Self(rawValue: "notFound")
  /// The process may not do that.
  public static let permissionDenied = Self(rawValue: "permissionDenied")
  /// Something of that name is there and was not to be replaced.
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
  /// Somebody else uses it.
  public static let busy = Self(rawValue: "busy")
  /// No further file can be opened.
  public static let tooManyOpenFiles = Self(rawValue: "tooManyOpenFiles")
  /// Memory ran out.
  public static let outOfMemory = Self(rawValue: "outOfMemory")
  /// The file system or the device cannot do that.
  public static let notSupported = Self(rawValue: "notSupported")
  /// The two places are on different file systems.
  public static let crossDevice = Self(rawValue: "crossDevice")
  /// A stream that the process was started without.
  public static let notOpen = Self(rawValue: "notOpen")
  /// The reader of a pipe is gone.
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
