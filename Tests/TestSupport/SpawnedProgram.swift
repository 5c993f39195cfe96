import Foundation

/// A running program with a pipe from each of its output streams.
///
/// Foundation's `Process` is not used: tests start thousands of programs from many threads, and its `run()`
/// has crashed under this load.
struct SpawnedProgram {
  /// The writing end of the pipe to standard input, closed by the caller; nil if standard input is empty.
  let input: Int32?
  /// The reading ends of the pipes from the output streams, closed by the caller.
  let output: Int32
  let errorOutput: Int32
  private let process: pid_t

  /// Starts a program in its own process group, with no blocked signals and default signal handling.
  ///
  /// - Parameters:
  ///   - environment: the complete environment.
  ///   - hasInput: whether standard input is a pipe; otherwise it is empty.
  init(
    _ program: String, _ arguments: [String], in folder: String?, environment: [String: String],
    hasInput: Bool
  ) throws {
    let (output, errorOutput) = (try Pipe(), try Pipe())
    let input = hasInput ? try Pipe() : nil
    defer {
      // The program has its own copies of these ends.
      for end in [output.writing, errorOutput.writing, input?.reading].compactMap(\.self) { close(end) }
    }
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
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errorOutput.writing, 2)
    if let folder { try SpawnedProgram.setFolder(folder, of: &actions) }
    SpawnedProgram.closeOtherFiles(&actions)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGHUP, SIGTERM, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    guard number == 0 else {
      for end in [output.reading, errorOutput.reading, input?.writing].compactMap(\.self) { close(end) }
      throw Failure(what: "start \(program)", number: number)
    }
    self.process = process
    self.input = input?.writing
    self.output = output.reading
    self.errorOutput = errorOutput.reading
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: the exit status, or the negated number of the signal that ended the program.
  func waitForEnd() throws -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw Failure(what: "wait for process \(process)", number: errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : -signal
  }

  /// A pipe whose ends are not inherited by programs that other threads start.
  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(what: "make a pipe", number: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }
  }

  #if canImport(Darwin)
    private static func setFolder(_ folder: String, of actions: inout posix_spawn_file_actions_t?) throws {
      posix_spawn_file_actions_addchdir_np(&actions, folder)
    }

    private static func closeOtherFiles(_ actions: inout posix_spawn_file_actions_t?) {}
  #else
    // The C library declares these functions only with its extensions enabled, which Swift's import does not
    // do.
    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    private typealias ChangeFolder = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
    private typealias CloseFrom = @convention(c) (Actions, Int32) -> Int32

    private static func setFolder(_ folder: String, of actions: inout posix_spawn_file_actions_t) throws {
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
        throw Failure(what: "start a program in \(folder)", number: ENOSYS)
      }
      _ = unsafeBitCast(symbol, to: ChangeFolder.self)(&actions, folder)
    }

    private static func closeOtherFiles(_ actions: inout posix_spawn_file_actions_t) {
      // Without this function, descriptors marked close-on-exec are closed anyway.
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    }
  #endif

  private struct Failure: Error, CustomStringConvertible {
    let what: String
    let number: Int32

    var description: String { "cannot \(what): \(String(cString: strerror(number)))" }
  }
}
