#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileSystemError {
  /// Makes the error of a failed call, with a message such as `cannot read notes.txt: no such file or
  /// folder`.
  ///
  /// - Parameters:
  ///   - action: the action that failed, as a verb that precedes the name.
  ///   - naming: the form in which the message names the file.
  init(_ action: String, _ path: FilePath, calling naming: Naming = .path, _ number: ErrorNumber) {
    let (code, reason) = Self.words(for: number)
    self.init(
      code, cannot: action, path, calling: naming, because: reason, systemError: number.rawValue)
  }

  /// Runs a body that makes system calls, and converts a failure to an error with the file's path.
  static func naming<Value>(
    _ action: String, _ path: FilePath, _ body: () throws(SystemFailure) -> Value
  ) throws(FileSystemError) -> Value {
    do { return try body() } catch { throw FileSystemError(action, path, error.number) }
  }

  /// Makes the error of a failed call on a path whose last component can be a link.
  ///
  /// The message mentions the link in two cases: the call followed the link to a missing target, or the
  /// call does not follow links. In the first case, the link exists, so `no such file or folder` alone
  /// would be misleading.
  init(_ action: String, _ path: FilePath, followingLinks: Bool, _ number: ErrorNumber) {
    let consequence: String
    switch (followingLinks, number) {
    case (true, .notFound): consequence = "which does not exist"
    case (false, .tooManyLinks), (false, .notAFolder): consequence = "and links are not followed here"
    default:
      self.init(action, path, number)
      return
    }
    guard let target = Self.target(ofLink: path) else {
      self.init(action, path, number)
      return
    }
    self.init(
      Self.words(for: number).0, cannot: action, path,
      because: "it is a link to \(PrintableText.escaped(target)), \(consequence)",
      systemError: number.rawValue)
  }

  /// Returns the target of the link at a path; nil if the path is not a link that can be read.
  private static func target(ofLink path: FilePath) -> [UInt8]? {
    do { return try SystemCalls.readLink(path) } catch { return nil }
  }

  /// Returns the code and the reason for a system error number.
  ///
  /// All error numbers are converted by this function.
  private static func words(for number: ErrorNumber) -> (Code, String) {
    switch number {
    case .notFound: (.notFound, "no such file or folder")
    case .notPermitted, .accessDenied: (.permissionDenied, "permission denied")
    case .exists: (.alreadyExists, "it already exists")
    case .notAFolder: (.notAFolder, "a component of the path is not a folder")
    case .isAFolder: (.isAFolder, "it is a folder")
    case .folderNotEmpty: (.folderNotEmpty, "the folder is not empty")
    case .noSpace: (.noSpace, "no space is left on the device; free some space or choose another path")
    case .overQuota: (.noSpace, "your disk quota is exceeded; free some space or choose another path")
    case .fileTooLarge: (.fileTooLarge, "the file would be larger than allowed there")
    case .readOnly: (.readOnly, "the file system is read-only; choose another path")
    case .tooManyLinks: (.tooManyLinks, "too many symbolic links, perhaps a loop")
    case .nameTooLong: (.nameTooLong, "the name is too long")
    case .badSequence: (.badName, "the file system does not allow this name")
    case .busy, .textBusy: (.busy, "it is in use")
    case .processFilesFull: (.tooManyOpenFiles, "the process has too many files open (see ulimit -n)")
    case .systemFilesFull: (.tooManyOpenFiles, "the system has too many files open")
    case .outOfMemory: (.outOfMemory, "not enough memory")
    case .notSupported, .notSupportedOnSocket, .notImplemented:
      (.notSupported, "the file system does not support this")
    case .notADevice, .notAllowedForDevice, .illegalSeek:
      (.notSupported, "this kind of file does not support this")
    case .invalid: (.notSupported, "the system does not allow this here")
    case .crossDevice: (.crossDevice, "source and destination are on different file systems")
    case .badDescriptor: (.notOpen, "it is not open")
    case .noSuchPosition: (.notAFile, "it is a socket, or a device or pipe whose other end is not open")
    case .brokenPipe: (.brokenPipe, "the reader of the pipe has closed it")
    case .connectionRefused: (.notFound, "no program listens there")
    case .connectionReset: (.brokenPipe, "the other end has closed the connection")
    case .interrupted: (.interrupted, "a signal interrupted it")
    case .inputOutput: (.inputOutput, "the device failed (input/output error)")
    case .stale: (.inputOutput, "the file no longer exists on the server (stale handle)")
    default: (.unknown, "the system gave error \(number.rawValue)")
    }
  }
}

/// An error number of the system (`errno`), without a message.
///
/// ``FileSystemError`` adds the message.
package struct ErrorNumber: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let notFound = Self(rawValue: ENOENT)
  package static let notPermitted = Self(rawValue: EPERM)
  package static let accessDenied = Self(rawValue: EACCES)
  package static let exists = Self(rawValue: EEXIST)
  package static let notAFolder = Self(rawValue: ENOTDIR)
  package static let isAFolder = Self(rawValue: EISDIR)
  package static let folderNotEmpty = Self(rawValue: ENOTEMPTY)
  package static let noSpace = Self(rawValue: ENOSPC)
  package static let overQuota = Self(rawValue: EDQUOT)
  package static let fileTooLarge = Self(rawValue: EFBIG)
  package static let readOnly = Self(rawValue: EROFS)
  package static let tooManyLinks = Self(rawValue: ELOOP)
  package static let nameTooLong = Self(rawValue: ENAMETOOLONG)
  package static let badSequence = Self(rawValue: EILSEQ)
  package static let busy = Self(rawValue: EBUSY)
  package static let textBusy = Self(rawValue: ETXTBSY)
  package static let processFilesFull = Self(rawValue: EMFILE)
  package static let systemFilesFull = Self(rawValue: ENFILE)
  package static let outOfMemory = Self(rawValue: ENOMEM)
  package static let notSupported = Self(rawValue: ENOTSUP)
  /// The same number as `notSupported` on Linux, but a different number on Darwin.
  package static let notSupportedOnSocket = Self(rawValue: EOPNOTSUPP)
  package static let notImplemented = Self(rawValue: ENOSYS)
  package static let notADevice = Self(rawValue: ENODEV)
  package static let notAllowedForDevice = Self(rawValue: ENOTTY)
  package static let illegalSeek = Self(rawValue: ESPIPE)
  package static let invalid = Self(rawValue: EINVAL)
  package static let crossDevice = Self(rawValue: EXDEV)
  package static let brokenPipe = Self(rawValue: EPIPE)
  package static let interrupted = Self(rawValue: EINTR)
  package static let inputOutput = Self(rawValue: EIO)
  package static let stale = Self(rawValue: ESTALE)
  package static let wouldBlock = Self(rawValue: EAGAIN)
  package static let connectionRefused = Self(rawValue: ECONNREFUSED)
  package static let connectionReset = Self(rawValue: ECONNRESET)
  package static let noSuchPosition = Self(rawValue: ENXIO)
  package static let noLocks = Self(rawValue: ENOLCK)
  package static let badDescriptor = Self(rawValue: EBADF)
  package static let overflow = Self(rawValue: EOVERFLOW)
}
