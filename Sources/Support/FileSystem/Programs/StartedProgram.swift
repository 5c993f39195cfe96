import ByteTools
import Synchronization

/// A program that this process started, with all the processes that it leads to.
///
/// The program leads a session. Its processes are those of the session and group, the children of those, and those whose
/// environment holds the program's own variable. Where this process starts nothing else, a process whose parent has ended
/// becomes a child of this one as long as a program runs, so that it can be followed and reaped. That is a setting of the
/// whole process, which is restored after the last program; where others start programs too, it would leave this process
/// with children that no code waits for.
// What changes is guarded by the lock.
package final class StartedProgram: @unchecked Sendable {
  /// How a program ended.
  package enum End: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal.
    case killed(signal: Int32)
    /// The system does not tell: the host program takes the ends of all children.
    case unknown
  }

  private static let running = RunningPrograms()

  private let leader: Int32
  private let start: UInt64
  private let variable: [UInt8]
  private let isOnly: Bool
  private let mostByteCount: UInt64
  private let lock = Lock()
  /// The processes that were seen, with the times of their starts.
  private var known: [Int32: UInt64] = [:]

  /// Starts a program without a shell.
  ///
  /// - Parameters:
  ///   - environment: its whole environment.
  ///   - variable: the name of the variable whose value no other program of this machine has.
  ///   - folder: where it works.
  ///   - output: gets what it prints.
  ///   - errors: gets its complaints.
  ///   - mostByteCount: how long a file may become that it writes.
  ///   - isOnly: whether this process starts nothing else meanwhile: then all that becomes its child counts as the
  ///     program's, whatever its environment.
  /// - Throws: if the program cannot be started, or the system's list of processes cannot be read.
  package init(
    _ program: FilePath, arguments: [String], environment: [String: String], knownBy variable: String,
    in folder: FilePath, output: OpenFile, errors: OpenFile, mostByteCount: UInt64, isOnly: Bool
  ) throws(FileSystemError) {
    // Without the list of processes, those that outlive the program would be left behind.
    try ProcessFolder.requireReadable()
    self.variable = Array("\(variable)=\(environment[variable] ?? "")".utf8)
    self.isOnly = isOnly
    self.mostByteCount = mostByteCount
    Self.running.begin(adoptingOrphans: isOnly)
    do {
      leader = try FileSystemError.naming("run", program) { () throws(SystemFailure) in
        try SystemCalls.startProgram(
          program, arguments: [program.string ?? program.description] + arguments,
          environment: environment.map { "\($0)=\($1)" }.sorted(), in: folder, output: output.descriptor,
          errors: errors.descriptor)
      }
    } catch {
      Self.running.end(adoptingOrphans: isOnly)
      throw error
    }
    SystemCalls.limitFileSize(of: leader, to: mostByteCount)
    start = ProcessTable.record(of: leader)?.start ?? 0
    Self.running.insert(self, leader)
  }

  /// Whether the program itself has ended, whatever it left behind.
  package var hasEnded: Bool { SystemCalls.hasEnded(leader) }

  /// Takes note of the processes that there are now, so that they are known when their parents have ended.
  package func follow() { lock.withLock { _ = members() } }

  /// Ends the program and all its processes, and returns how the program ended; called once.
  package func finish() -> End {
    endAll()
    let end = SystemCalls.reap(leader)
    Self.running.remove(leader)
    // A signal is ending this process; what it says now would be of the end that it brought itself.
    while Self.running.isEnding { SystemCalls.sleep(milliseconds: 100) }
    Self.running.end(adoptingOrphans: isOnly)
    guard let end else { return .unknown }
    return end.isSignal ? .killed(signal: end.status) : .exited(end.status)
  }

  /// Ends all programs that run, because this process is about to end.
  static func endAllRunning() {
    for program in running.beginEnding() { program.endAll() }
  }

  /// Ends all processes and waits until they have ended.
  private func endAll() {
    lock.withLock {
      SystemCalls.killGroup(leader)
      // What starts others faster than they are ended is halted first.
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

  /// The processes of the program that there are now, those included that have ended and were not reaped.
  private func members() -> [ProcessRecord] {
    let records = ProcessTable.records()
    var found: Set<Int32> = []
    var rest: [ProcessRecord] = []
    let others = Self.running.leaders.subtracting([leader])
    for record in records {
      if isOwn(record, others) { found.insert(record.number) } else { rest.append(record) }
    }
    // Children of children, to the last generation.
    var count = -1
    while count != found.count {
      count = found.count
      for record in rest where found.contains(record.parent) && !others.contains(record.number) {
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

  /// Whether a process is known to be the program's by itself, without its parents.
  private func isOwn(_ record: ProcessRecord, _ others: Set<Int32>) -> Bool {
    if record.number == leader || record.session == leader || record.group == leader
      || known[record.number] == record.start
    {
      return true
    }
    guard record.start >= start, record.session != SystemCalls.currentSession(),
      !others.contains(record.session)
    else { return false }
    return isOnly && record.parent == SystemCalls.currentProcess()
      || ProcessTable.isStarted(record.number, with: variable)
  }
}

/// The programs that this process runs.
// What changes is guarded by the lock.
private final class RunningPrograms: @unchecked Sendable {
  private let lock = Lock()
  private var programs: [Int32: StartedProgram] = [:]
  /// How many programs run for which this process adopts orphans.
  private var count = 0
  /// Whether orphans came to this process before it ran a program.
  private var adoptedOrphans = false
  private let ending = Atomic<Bool>(false)

  var isEnding: Bool { ending.load(ordering: .relaxed) }
  var leaders: Set<Int32> { lock.withLock { Set(programs.keys) } }

  /// Notes that a program is about to start.
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

  /// Notes that a program has ended.
  func end(adoptingOrphans adopts: Bool) {
    guard adopts else { return }
    lock.withLock {
      count -= 1
      if count == 0 { SystemCalls.setAdoptsOrphans(adoptedOrphans) }
    }
  }

  func insert(_ program: StartedProgram, _ leader: Int32) { lock.withLock { programs[leader] = program } }
  func remove(_ leader: Int32) { lock.withLock { _ = programs.removeValue(forKey: leader) } }

  func beginEnding() -> [StartedProgram] {
    lock.withLock {
      ending.store(true, ordering: .relaxed)
      return Array(programs.values)
    }
  }
}

/// A process as the system lists it.
struct ProcessRecord: Sendable, Hashable {
  let number: Int32
  let parent: Int32
  let group: Int32
  let session: Int32
  /// When it began, in a unit of the system's; with the number it is one process for ever.
  let start: UInt64
  /// Whether it has ended and waits for its parent to take note.
  let isZombie: Bool
}

/// The processes of the machine, as `/proc` lists them; empty where there is no such list.
enum ProcessTable {
  private static let root = FilePath(known: Array("/proc".utf8))
  /// Longer than the line of any process, whose name is cut by the system.
  private static let longestLine = 1 << 10
  /// As much of an environment as is looked at.
  private static let longestEnvironment = 1 << 18

  /// All processes now; one that ends meanwhile may be missing.
  static func records() -> [ProcessRecord] {
    do {
      return try Folder.names(in: root).compactMap { name in name.string.flatMap(Int32.init).flatMap(record) }
    } catch {
      // A system without the list.
      return []
    }
  }

  /// The process of a number; nil when there is no such process.
  static func record(of process: Int32) -> ProcessRecord? {
    guard let bytes = contents(of: "stat", process, most: longestLine),
      // The name stands in parentheses and may hold anything, parentheses too.
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

  /// Whether a process was started with a variable, given as `NAME=value`.
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
      // It has ended, or belongs to another user.
      return nil
    }
  }
}
