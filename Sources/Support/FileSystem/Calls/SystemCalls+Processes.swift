import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// MARK: - Other programs

extension SystemCalls {
  /// Starts a program in its own session, so that its process ID is also its session ID.
  ///
  /// No other files are open in the program except `input`, `output` and `errors`. No signals are blocked, and
  /// `SIGPIPE` and `SIGXFSZ` have their default actions.
  ///
  /// - Parameters:
  ///   - arguments: all arguments; the first is the program's name.
  ///   - environment: all variables, each as `NAME=value`.
  ///   - input: the standard input; if nil, `/dev/null`.
  static func startProgram(
    _ program: FilePath, arguments: [String], environment: [String], in folder: FilePath, input: Int32?,
    output: Int32, errors: Int32
  ) throws(SystemFailure) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // This process may ignore these signals, but the program expects their default actions.
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    guard setFolder(folder, of: &actions) else { throw SystemFailure(number: .notImplemented) }
    closeOtherFiles(&actions)
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, program.cString, &actions, &attributes, &words, &variables)
    if number != 0 { throw SystemFailure(number: ErrorNumber(rawValue: number)) }
    return process
  }

  /// Returns whether the user may execute a file.
  static func isExecutable(_ path: FilePath) -> Bool { access(path.cString, X_OK) == 0 }

  /// Returns whether a child has ended, without reaping the child.
  ///
  /// The system does not reuse the process ID of an unreaped child.
  static func hasEnded(_ process: Int32) -> Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) < 0 {
      // A host program that reaps all children may already have reaped this child.
      if errno != EINTR { return errno == ECHILD }
    }
    return information.si_signo != 0
  }

  /// Reaps a child that has ended and returns its status.
  ///
  /// - Returns: the exit status, or the number of the signal that ended the child if `isSignal` is true;
  ///   nil if the child is still running or has already been reaped.
  static func reap(_ process: Int32) -> (status: Int32, isSignal: Bool)? {
    var status: Int32 = 0
    while case let answer = waitpid(process, &status, WNOHANG), answer <= 0 {
      // The child is still running, or the host program has reaped it.
      if answer == 0 || errno != EINTR { return nil }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8 & 0xFF, false) : (signal, true)
  }

  /// Kills all processes of a process group; an empty group is not an error.
  static func killGroup(_ leader: Int32) { _ = kill(-leader, SIGKILL) }

  /// Kills a process; a process that has ended is not an error.
  static func killProcess(_ process: Int32) { _ = kill(process, SIGKILL) }

  /// Suspends a process until it is continued or killed.
  static func stopProcess(_ process: Int32) { _ = kill(process, SIGSTOP) }

  static func currentProcess() -> Int32 { getpid() }

  static func currentSession() -> Int32 { getsid(0) }

  /// Sleeps for a number of milliseconds, or until a signal arrives.
  static func sleep(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }
}

// MARK: - Processors

extension SystemCalls {
  /// The number of processors available to threads.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

// MARK: - Signals

extension SystemCalls {
  /// The signals by which users and the system request the end of a program.
  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]
  /// The write end of the pipe for the numbers of received signals; -1 before the pipe is opened.
  private static let signalPipe = Atomic<Int32>(-1)

  /// Installs handlers that write the numbers of ending signals to a pipe, and returns the pipe's read end.
  ///
  /// A signal that was ignored when the process started is still ignored.
  static func redirectEndingSignals() throws(SystemFailure) -> Int32 {
    var ends: [Int32] = [-1, -1]
    _ = try calling(.open) { Int(pipe(&ends)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
    for number in endingSignals {
      let previous = signal(number) { number in
        // A signal handler may call only async-signal-safe functions. The reader of the pipe does all other
        // work.
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = SystemCalls.sequentialWrite(SystemCalls.signalPipe.load(ordering: .relaxed), &byte, 1)
        errno = before
      }
      // 1 is SIG_IGN.
      if unsafeBitCast(previous, to: Int.self) == 1 { _ = signal(number, previous) }
    }
    return ends[0]
  }

  /// Ignores `SIGPIPE`, so that a write to a pipe without a reader fails instead of ending the process.
  static func ignorePipeSignal() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Ignores `SIGXFSZ`, so that a write beyond the file size limit fails instead of ending the process.
  static func ignoreFileSizeSignal() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Restores the default action of a signal, and sends the signal to this process.
  ///
  /// Before that, restores the previous modes of the terminal in use.
  static func endProcess(bySignal number: Int32) {
    TerminalModes.endByInterruption()
    _ = signal(number, nil)
    _ = kill(getpid(), number)
  }
}

// MARK: - The environment

extension SystemCalls {
  /// Returns the value of an environment variable as bytes; nil if the variable is not set.
  static func environmentValue(_ name: String) -> [UInt8]? {
    getenv(name).map { value in [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value))) }
  }
}

// MARK: - Standard streams

extension SystemCalls {
  /// Opens `/dev/null` in place of each standard stream that is closed.
  ///
  /// The access mode is the opposite of the stream's mode, so that using the stream still fails.
  static func occupyClosedStandardStreams() {
    // `open` returns the lowest free descriptor. All descriptors below this one are in use.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

// MARK: - Platform differences

#if canImport(Darwin)
  extension SystemCalls {
    private static let newSession: Int32 = 0x0400
    static var hasProcessFolder: Bool { false }
    private static func setFolder(
      _ folder: FilePath, of actions: inout posix_spawn_file_actions_t?
    ) -> Bool {
      posix_spawn_file_actions_addchdir_np(&actions, folder.cString) == 0
    }
    private static func closeOtherFiles(_ actions: inout posix_spawn_file_actions_t?) {}
    static func adoptsOrphans() -> Bool { false }
    static func setAdoptsOrphans(_ adopts: Bool) {}
    static func limitFileSize(of process: Int32, to byteCount: UInt64) {}
  }
#else
  extension SystemCalls {
    // The C library declares these constants and functions only if its extensions are requested. Swift's
    // import does not request the extensions.
    private static let newSession: Int32 = 0x80
    private static let askAdoption: Int32 = 37
    private static let setAdoption: Int32 = 36
    private static let fileSize: Int32 = 1
    static var hasProcessFolder: Bool { true }
    private typealias ChangeFolder =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
    private static let changeFolder: ChangeFolder? = dlsym(nil, "posix_spawn_file_actions_addchdir_np").map {
      unsafeBitCast($0, to: ChangeFolder.self)
    }
    private typealias CloseFrom =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    private static let closeFrom: CloseFrom? = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
      unsafeBitCast($0, to: CloseFrom.self)
    }
    private typealias ControlProcess = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    private static let controlProcess: ControlProcess? = dlsym(nil, "prctl").map {
      unsafeBitCast($0, to: ControlProcess.self)
    }
    private typealias LimitProcess =
      @convention(c) (Int32, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32
    private static let limitProcess: LimitProcess? = dlsym(nil, "prlimit").map {
      unsafeBitCast($0, to: LimitProcess.self)
    }

    private static func setFolder(
      _ folder: FilePath, of actions: inout posix_spawn_file_actions_t
    ) -> Bool {
      guard let changeFolder else { return false }
      return changeFolder(&actions, folder.cString) == 0
    }

    private static func closeOtherFiles(_ actions: inout posix_spawn_file_actions_t) {
      // If the C library lacks this function, the close-on-exec flags still close the descriptors that this
      // process has opened.
      _ = closeFrom?(&actions, 3)
    }

    /// Returns whether this process adopts descendants whose parents have ended.
    static func adoptsOrphans() -> Bool {
      var answer: Int32 = 0
      _ = withUnsafeMutablePointer(to: &answer) {
        controlProcess?(askAdoption, UInt(bitPattern: $0), 0, 0, 0)
      }
      return answer != 0
    }

    static func setAdoptsOrphans(_ adopts: Bool) {
      _ = controlProcess?(setAdoption, adopts ? 1 : 0, 0, 0, 0)
    }

    /// Limits the size of the files that a process can write.
    ///
    /// A lower hard limit is kept, unless this process is permitted to raise it.
    static func limitFileSize(of process: Int32, to byteCount: UInt64) {
      var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t(byteCount))
      _ = limitProcess?(process, fileSize, &limit, nil)
    }
  }
#endif

/// The environment of the process, by variable name.
package enum EnvironmentVariable {
  /// Returns the value of an environment variable; nil if the variable is not set.
  ///
  /// Invalid UTF-8 is replaced by U+FFFD. Copying only this variable, instead of the whole environment,
  /// saves time in short processes.
  package static func value(of name: String) -> String? {
    SystemCalls.environmentValue(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
