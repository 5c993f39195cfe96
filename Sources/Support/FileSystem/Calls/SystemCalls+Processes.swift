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
  /// Its standard input is empty, no files are open except the two given ones, and the default signal
  /// actions are restored.
  ///
  /// - Parameters:
  ///   - arguments: all arguments, with the program's name first.
  ///   - environment: all variables, each as `NAME=value`.
  static func startProgram(
    _ program: FilePath, arguments: [String], environment: [String], in folder: FilePath, output: Int32,
    errors: Int32
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
    // This process may ignore these signals, but the program expects that they end it.
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
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

  /// Whether a child has ended; the child is not reaped, so that its process ID is not reused.
  static func hasEnded(_ process: Int32) -> Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) < 0 {
      // A host program that reaps all children may have reaped this one.
      if errno != EINTR { return errno == ECHILD }
    }
    return information.si_signo != 0
  }

  /// Reaps a child that has ended and returns its status; nil if the system has none.
  static func reap(_ process: Int32) -> (status: Int32, isSignal: Bool)? {
    var status: Int32 = 0
    while case let answer = waitpid(process, &status, WNOHANG), answer <= 0 {
      // The child is still running, or the host program has reaped it.
      if answer == 0 || errno != EINTR { return nil }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8 & 0xFF, false) : (signal, true)
  }

  /// Kills the processes of a group; an empty group is not an error.
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
  /// The signals with which users and systems request that a program ends.
  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]
  /// The write end of a pipe for signal numbers.
  private static let signalPipe = Atomic<Int32>(-1)

  /// Redirects the signals that request the end of the process to a pipe, and returns the pipe's read
  /// end.
  ///
  /// A signal that was ignored when the process started is still ignored.
  static func redirectEndingSignals() throws(SystemFailure) -> Int32 {
    var ends: [Int32] = [-1, -1]
    _ = try calling(.open) { Int(pipe(&ends)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
    for number in endingSignals {
      let previous = signal(number) { number in
        // A signal handler may only call async-signal-safe functions; the reader of the pipe does the rest.
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

  /// Ignores `SIGPIPE`, so that writing to a pipe whose reader has closed it fails instead of ending the
  /// process.
  static func ignorePipeSignal() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Ignores `SIGXFSZ`, so that exceeding the file size limit fails like a full device.
  static func ignoreFileSizeSignal() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Ends the process by a signal with the system's default action.
  ///
  /// The modes of a terminal in use are restored first.
  static func endProcess(bySignal number: Int32) {
    TerminalModes.endByInterruption()
    _ = signal(number, nil)
    _ = kill(getpid(), number)
  }
}

// MARK: - The environment

extension SystemCalls {
  /// The value of a variable as bytes; nil if it is not set.
  static func environmentValue(_ name: String) -> [UInt8]? {
    getenv(name).map { value in [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value))) }
  }
}

// MARK: - Standard streams

extension SystemCalls {
  /// Opens `/dev/null` for each closed standard stream with the opposite access mode, so that using the
  /// stream still fails.
  static func occupyClosedStandardStreams() {
    // `open` returns the lowest free number, and all lower numbers are in use.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

// MARK: - What differs between platforms

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
    // The C library declares this only for programs that request its extensions, which Swift's import does
    // not.
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
      // Without this function, descriptors of this process are still closed by their close-on-exec flag.
      _ = closeFrom?(&actions, 3)
    }

    /// Whether this process adopts descendants whose parents have ended.
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

    /// Limits the size of the files that a process writes; a lower existing limit is kept.
    static func limitFileSize(of process: Int32, to byteCount: UInt64) {
      var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t(byteCount))
      _ = limitProcess?(process, fileSize, &limit, nil)
    }
  }
#endif

/// The environment of the process, by variable name.
package enum EnvironmentVariable {
  /// Returns the value of a variable; nil if it is not set.
  ///
  /// Invalid UTF-8 is repaired. One variable is read without copying the whole environment, which saves
  /// time in short processes.
  package static func value(of name: String) -> String? {
    SystemCalls.environmentValue(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
