import ByteTools
import Synchronization

/// A program that this process started, with all its descendants.
///
/// The program is the leader of a session. A process belongs to the program in any of these cases: it is in
/// this session, it is in the program's process group, its environment contains the program's own variable,
/// or its parent belongs to the program.
///
/// If all programs of this process are started through this type, this process adopts orphaned processes
/// while a program runs. Adopted processes can be followed and reaped. Adoption is a setting of the whole
/// process, and is restored after the last program has ended. If other code also starts programs, adoption
/// is not used. Otherwise, this process could have children that no code waits for.
// The lock guards the mutable state.
package final class StartedProgram: @unchecked Sendable {
  /// The result of a program: an exit status or a signal.
  package enum End: Hashable, Sendable {
    /// The program exited with a status.
    case exited(Int32)
    /// A signal ended the program.
    case killed(signal: Int32)
    /// The system does not provide the status, because the host program reaps all children.
    case unknown
  }

  private static let running = RunningPrograms()

  private let leader: Int32
  private let start: UInt64
  private let variable: [UInt8]
  private let isOnly: Bool
  private let mostByteCount: UInt64
  private let lock = Lock()
  /// The start times of the observed processes, by process ID.
  private var known: [Int32: UInt64] = [:]

  /// Starts a program without a shell.
  ///
  /// - Parameters:
  ///   - environment: the complete environment of the program.
  ///   - variable: the name of an environment variable whose value is unique to the program on this
  ///     machine.
  ///   - folder: the working directory of the program.
  ///   - input: the standard input of the program; nil is empty.
  ///   - output: the standard output of the program.
  ///   - errors: the standard error of the program.
  ///   - mostByteCount: the maximum length of a file that the program writes.
  ///   - isOnly: whether this process starts programs only through this type. If true, an orphan that this
  ///     process adopts belongs to this program, unless the orphan's environment shows that it belongs to
  ///     another program.
  /// - Throws: if the program cannot be started, or the system's list of processes cannot be read.
  package init(
    _ program: FilePath, arguments: [String], environment: [String: String], knownBy variable: String,
    in folder: FilePath, input: OpenFile? = nil, output: OpenFile, errors: OpenFile, mostByteCount: UInt64,
    isOnly: Bool
  ) throws(FileSystemError) {
    // Without the list of processes, descendants that outlive the program could not be ended.
    try ProcessFolder.requireReadable()
    self.variable = Array("\(variable)=\(environment[variable] ?? "")".utf8)
    self.isOnly = isOnly
    self.mostByteCount = mostByteCount
    Self.running.begin(adoptingOrphans: isOnly)
    do {
      leader = try Self.running.start(knownBy: self.variable) { () throws(FileSystemError) in
        try FileSystemError.naming("run", program) { () throws(SystemFailure) in
          try SystemCalls.startProgram(
            program, arguments: [program.string ?? program.description] + arguments,
            environment: environment.map { "\($0)=\($1)" }.sorted(), in: folder, input: input?.descriptor,
            output: output.descriptor, errors: errors.descriptor)
        }
      }
    } catch {
      Self.running.end(adoptingOrphans: isOnly)
      throw error
    }
    SystemCalls.limitFileSize(of: leader, to: mostByteCount)
    start = ProcessTable.record(of: leader)?.start ?? 0
    Self.running.insert(self, leader)
  }

  /// Whether the program itself has ended; its descendants may still run.
  package var hasEnded: Bool { SystemCalls.hasEnded(leader) }

  /// Records the program's current processes, so that these processes are recognised after their parents
  /// have ended.
  package func follow() { lock.withLock { _ = members() } }

  /// Kills all processes of the program, and returns the program's exit status or signal.
  ///
  /// Call this method only once.
  package func finish() -> End {
    endAll()
    // The signal takes a moment to end the leader.
    for _ in 0..<400 {
      if SystemCalls.hasEnded(leader) { break }
      SystemCalls.sleep(milliseconds: 5)
    }
    let end = SystemCalls.reap(leader)
    Self.running.remove(leader)
    // If a signal is ending this process and its programs, the status of this program would be misleading.
    while Self.running.isEnding { SystemCalls.sleep(milliseconds: 100) }
    Self.running.end(adoptingOrphans: isOnly)
    guard let end else { return .unknown }
    return end.isSignal ? .killed(signal: end.status) : .exited(end.status)
  }

  /// Ends all running programs, because this process is about to end.
  static func endAllRunning() {
    for program in running.beginEnding() { program.endAll() }
  }

  /// Kills all processes of the program, and waits for a limited time until they have ended.
  private func endAll() {
    lock.withLock {
      SystemCalls.killGroup(leader)
      // Processes are stopped before they are killed, because a process could start others faster than they
      // are killed.
      var stopped: Set<Int32> = []
      for _ in 0..<200 {
        let new = members().filter { !$0.isZombie && !stopped.contains($0.number) }
        if new.isEmpty { break }
        for process in new {
          SystemCalls.stopProcess(process.number)
          stopped.insert(process.number)
        }
      }
      for process in stopped { SystemCalls.killProcess(process) }
      guard !stopped.isEmpty else { return }
      for _ in 0..<400 {
        let left = members()
        for process in left where process.number != leader {
          if !process.isZombie {
            SystemCalls.killProcess(process.number)
          } else if process.parent == SystemCalls.currentProcess() {
            _ = SystemCalls.reap(process.number)
          }
        }
        if left.allSatisfy({ $0.number == leader || $0.isZombie }) { return }
        SystemCalls.sleep(milliseconds: 5)
      }
    }
  }

  /// Returns the current processes of the program, including zombies.
  private func members() -> [ProcessRecord] {
    // A program may start or end while the records are read, so the variables are read before and after.
    let before = Self.running.variables
    let records = ProcessTable.records()
    var others = Self.running.variables.merging(before) { variable, _ in variable }
    others[leader] = nil
    var found: Set<Int32> = []
    var rest: [ProcessRecord] = []
    for record in records {
      if isOwn(record, others) { found.insert(record.number) } else { rest.append(record) }
    }
    // Adds children of children until no more are found.
    var count = -1
    while count != found.count {
      count = found.count
      for record in rest where found.contains(record.parent) && others[record.number] == nil {
        found.insert(record.number)
      }
    }
    let members = records.filter { found.contains($0.number) }
    for record in members where known[record.number] != record.start {
      known[record.number] = record.start
      if record.number != leader { SystemCalls.limitFileSize(of: record.number, to: mostByteCount) }
    }
    return members
  }

  /// Returns whether a process belongs to the program, without considering the process's parents.
  ///
  /// - Parameter others: the variables of the other running programs, by the process IDs of their leaders.
  private func isOwn(_ record: ProcessRecord, _ others: [Int32: [UInt8]]) -> Bool {
    if record.number == leader || record.session == leader || record.group == leader
      || known[record.number] == record.start
    {
      return true
    }
    guard record.start >= start, record.session != SystemCalls.currentSession(),
      others[record.session] == nil
    else { return false }
    if ProcessTable.isStarted(record.number, with: variable) { return true }
    // An adopted orphan can belong to another program of this process.
    return isOnly && record.parent == SystemCalls.currentProcess()
      && !others.values.contains { ProcessTable.isStarted(record.number, with: $0) }
  }
}

/// The programs that this process is running.
// The lock guards the mutable state.
private final class RunningPrograms: @unchecked Sendable {
  private let lock = Lock()
  private var programs: [Int32: StartedProgram] = [:]
  /// The variables that identify the running programs, by the process IDs of their leaders.
  private var known: [Int32: [UInt8]] = [:]
  /// The number of running programs for which this process adopts orphans.
  private var count = 0
  /// Whether this process already adopted orphans before it ran a program.
  private var adoptedOrphans = false
  private let ending = Atomic<Bool>(false)

  var isEnding: Bool { ending.load(ordering: .relaxed) }
  var variables: [Int32: [UInt8]] { lock.withLock { known } }

  /// Records that a program is about to start.
  func begin(adoptingOrphans adopts: Bool) {
    guard adopts else { return }
    lock.withLock {
      if count == 0 {
        adoptedOrphans = SystemCalls.adoptsOrphans()
        SystemCalls.setAdoptsOrphans(true)
      }
      count += 1
    }
  }

  /// Records that a program has ended.
  func end(adoptingOrphans adopts: Bool) {
    guard adopts else { return }
    lock.withLock {
      count -= 1
      if count == 0 { SystemCalls.setAdoptsOrphans(adoptedOrphans) }
    }
  }

  /// Starts a program and returns the process ID of its leader.
  ///
  /// The lock is held during the start, so that ``variables`` contains every program whose process exists.
  /// Otherwise, another program that ends at this moment could treat the new process as one of its own
  /// orphans.
  func start(
    knownBy variable: [UInt8], _ start: () throws(FileSystemError) -> Int32
  ) throws(FileSystemError) -> Int32 {
    try lock.withLock { () throws(FileSystemError) in
      let leader = try start()
      known[leader] = variable
      return leader
    }
  }

  func insert(_ program: StartedProgram, _ leader: Int32) { lock.withLock { programs[leader] = program } }

  func remove(_ leader: Int32) {
    lock.withLock {
      programs[leader] = nil
      known[leader] = nil
    }
  }

  func beginEnding() -> [StartedProgram] {
    lock.withLock {
      ending.store(true, ordering: .relaxed)
      return Array(programs.values)
    }
  }
}

/// An entry of the system's process table.
struct ProcessRecord: Sendable, Hashable {
  let number: Int32
  let parent: Int32
  let group: Int32
  let session: Int32
  /// The start time in the system's unit.
  ///
  /// The start time and the process ID together identify the process.
  let start: UInt64
  /// Whether the process has ended but its parent has not reaped it.
  let isZombie: Bool
}

/// The processes of the machine, read from `/proc`; empty on systems without `/proc`.
enum ProcessTable {
  private static let root = FilePath(known: Array("/proc".utf8))
  /// The maximum number of bytes that are read from a process's `stat` file.
  ///
  /// The file is always shorter, because the system truncates the process name.
  private static let longestLine = 1 << 10
  /// The maximum number of bytes of an environment that are searched.
  private static let longestEnvironment = 1 << 18

  /// Returns all current processes; a process that ends during the call may be missing.
  static func records() -> [ProcessRecord] {
    do {
      return try Folder.names(in: root).compactMap { name in name.string.flatMap(Int32.init).flatMap(record) }
    } catch {
      // The system has no `/proc`.
      return []
    }
  }

  /// Returns the record of the process with an ID; nil if there is no such process.
  static func record(of process: Int32) -> ProcessRecord? {
    guard let bytes = contents(of: "stat", process, most: longestLine),
      // The process name is in parentheses and can contain any character, even parentheses.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count > 19, let parent = Int32(fields[1]), let group = Int32(fields[2]),
      let session = Int32(fields[3]), let start = UInt64(fields[19])
    else { return nil }
    return ProcessRecord(
      number: process, parent: parent, group: group, session: session, start: start,
      isZombie: fields[0] == "Z" || fields[0] == "X")
  }

  /// Returns whether a process was started with a variable, which has the form `NAME=value`.
  static func isStarted(_ process: Int32, with variable: [UInt8]) -> Bool {
    guard let bytes = contents(of: "environ", process, most: longestEnvironment) else { return false }
    return bytes.split(separator: 0).contains { $0.elementsEqual(variable) }
  }

  private static func contents(of name: String, _ process: Int32, most: Int) -> [UInt8]? {
    let path = FilePath(known: Array("/proc/\(process)/\(name)".utf8))
    do {
      let file = try OpenFile.reading(path)
      return try [UInt8](unsafeUninitializedCapacity: most) { buffer, count throws(FileSystemError) in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      }
    } catch {
      // The process has ended or belongs to another user.
      return nil
    }
  }
}
