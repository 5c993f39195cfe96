import Foundation

extension Need {
  /// The right to mount file systems, which only `root` can have.
  package static let mount = Need("the right to mount file systems", isPossible: isRoot) {
    await succeeds("unshare -m mount -t tmpfs none /proc")
  }

  /// `strace`, and the right to trace programs with it.
  package static let trace = Need("the right to trace programs", after: [.program("strace")]) {
    await succeeds("strace -o /dev/null true")
  }

  /// A user other than `root`, who has to obey the permissions of files.
  package static let unprivileged = Need("a user other than root", isPossible: !isRoot) { !isRoot }

  /// The folder `/proc`, in which Linux describes processes.
  package static let proc = Need("/proc") { FileManager.default.isReadableFile(atPath: "/proc/version") }

  /// The folder `/sys`, in which Linux describes devices.
  package static let sys = Need("/sys") {
    FileManager.default.isReadableFile(atPath: "/sys/devices/system/cpu/online")
  }

  private static var isRoot: Bool { geteuid() == 0 }
}
