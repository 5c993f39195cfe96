#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system's number for an error; its words are in `FileSystemError`.
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
  /// The same number as `notSupported` on Linux, another on Darwin.
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
  package static let noSuchPosition = Self(rawValue: ENXIO)
  package static let noLocks = Self(rawValue: ENOLCK)
  package static let badDescriptor = Self(rawValue: EBADF)
  package static let overflow = Self(rawValue: EOVERFLOW)
}
