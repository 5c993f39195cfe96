import CommandLineArguments
import FileSystem
import JSONText
import ProviderBundles

/// `verify`: everything the reader can know about a bundle.
struct VerifyArguments: CommandArguments {
  var bundle = PathArgument.standardStream
  var asJSON = false

  static var declaration: CommandDeclaration<VerifyArguments> {
    CommandDeclaration(
      summary: "Read all of a bundle and compare it with what it says of itself.",
      details: "The status is 1 for a bad bundle and 2 when it could not be looked at.",
      examples: [
        "proffer verify trip.dragbundle": "A line for each entry that failed, or one that all is well."
      ]
    ) {
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operand("BUNDLE", to: \.bundle, as: PathArgument.file, help: "The bundle; - is standard input.")
    }
  }

  func run() throws -> ExitStatus {
    let console = Console()
    var results: [VerificationResult] = []
    var failure: BundleError?
    do {
      try bundle.openBundle().verify { results.append($0) }
    } catch let error as BundleError where error.code != .fileSystem {
      failure = error
    }
    let bad = results.filter { $0.failure != nil }
    if asJSON {
      try console.print(json(results, failure))
    } else {
      for result in bad { try console.print("bad: \(result.path): \(result.failure ?? "")") }
      if let failure { try console.print("bad: \(failure.message)") }
      if bad.isEmpty && failure == nil {
        try console.print("good: \(results.count) \(results.count == 1 ? "payload" : "payloads") checked")
      }
    }
    return bad.isEmpty && failure == nil ? .done : .no
  }

  private func json(_ results: [VerificationResult], _ failure: BundleError?) -> JSONNode {
    .object([
      JSONMember("good", .boolean(failure == nil && results.allSatisfy { $0.failure == nil })),
      JSONMember("error", failure.map { .string($0.message) } ?? .null),
      JSONMember("code", failure.map { .string($0.code.rawValue) } ?? .null),
      JSONMember(
        "payloads",
        .array(
          results.map { result in
            .object([
              JSONMember("path", .string(result.path)), JSONMember("byteCount", .integer(result.byteCount)),
              JSONMember("failure", result.failure.map(JSONNode.string) ?? .null),
            ])
          })),
    ])
  }
}
