/// The folder `/proc`, in which Linux describes processes.
///
/// Swift's library reads the program's arguments from this folder. Proffer reads the folder to find the
/// descendants of programs that Proffer starts.
package enum ProcessFolder {
  /// Throws if the system has `/proc`, but a file that describes this process cannot be read.
  ///
  /// - Parameter name: the name of a file that describes this process.
  package static func requireReadable(_ name: String = "stat") throws(FileSystemError) {
    guard SystemCalls.hasProcessFolder else { return }
    let path = FilePath(known: Array("/proc/self/\(name)".utf8))
    do { _ = try OpenFile.reading(path) } catch {
      throw FileSystemError(
        error.code, cannot: "read", path,
        because: "\(error.reason); this program needs /proc, where Linux describes processes",
        systemError: error.systemError)
    }
  }
}
