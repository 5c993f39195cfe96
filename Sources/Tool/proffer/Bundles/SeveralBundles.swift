import JSONText
import ProfferActions

extension [PathArgument] {
  /// Examines several bundles and prints the results.
  ///
  /// If a bundle fails, the error is printed and the next bundle is examined. If there are several bundles,
  /// the name of each bundle is printed before its result.
  ///
  /// - Parameters:
  ///   - command: the name of the command if results are printed as JSON; otherwise nil.
  ///   - examine: examines a bundle and returns the result.
  ///   - print: prints a result; if it throws, the command ends.
  /// - Returns: the number of bundles that failed.
  func forEachBundle<Outcome>(
    on console: Console, asJSONOf command: String?, _ examine: (PathArgument) throws -> Outcome,
    print: (PathArgument, Outcome) throws -> Void
  ) throws -> Int {
    var failedCount = 0
    for (index, argument) in enumerated() {
      if command == nil, count > 1 {
        if index > 0 { try console.print("") }
        try console.print("\(argument):", style: .bold)
      }
      let outcome: Outcome
      do { outcome = try examine(argument) } catch {
        failedCount += 1
        console.error(error.programText)
        if let command {
          try console.printJSON(command, JSONMember.input("bundle", argument.actionInput) + [.error(error)])
        }
        continue
      }
      try print(argument, outcome)
    }
    return failedCount
  }
}
