/// Work on files that several processors share.
package enum ParallelWork {
  /// How many parts are worth making: one for each processor, but not so many that they only wait for memory.
  package static var partCount: Int { min(SystemCalls.processorCount, 4) }

  /// Does parts of some work at the same time, each on a thread of its own, and gives their results in order.
  ///
  /// The last part is done by the calling thread, and so are those for which the system gives no thread.
  package static func results<Value: Sendable>(
    count: Int, of part: @Sendable (Int) -> Value
  ) -> [Value] {
    if count <= 1 { return (0..<count).map(part) }
    return withoutActuallyEscaping(part) { part in
      let handOn: @Sendable (() -> Value) -> Value = FaultPlan.handingOn()
      let others = (0..<count - 1).map { index in
        let result = PartResult<Value>()
        let thread = SystemCalls.startThread { result.value = handOn { part(index) } }
        return (result: result, thread: thread)
      }
      let last = part(count - 1)
      var values = others.enumerated().map { index, other in
        if let thread = other.thread { SystemCalls.joinThread(thread) }
        return other.result.value ?? part(index)
      }
      values.append(last)
      return values
    }
  }
}

// Written by one thread, and read by another after the first has ended.
private final class PartResult<Value>: @unchecked Sendable {
  var value: Value?
}
