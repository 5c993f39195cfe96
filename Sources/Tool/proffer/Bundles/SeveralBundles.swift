import JSONText
import ProfferActions

extension [PathArgument] {
  /// Examines several bundles and prints the results; reports each bundle that fails and continues.
  ///
  /// If there are several bundles, the name of each is printed above its text.
  ///
  /// - Parameters:
  ///   - command: the name of the command if the result is printed as JSON; otherwise nil.
  ///   - examine: examines a bundle.
  ///   - print: prints the result; an error it throws ends the command.
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
