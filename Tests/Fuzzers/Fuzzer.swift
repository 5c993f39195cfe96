/// Feeds inputs to a parser and looks for one that breaks a law, takes too long, or ends the process.
protocol Fuzzer {
  /// What inputs are made of.
  var material: Material { get }

  /// Gives one input to the parser.
  ///
  /// - Throws: `Finding` when a law is broken. An error that the parser documents is not a finding.
  func check(_ input: [UInt8]) throws(Finding)
}

/// A law that an input broke.
struct Finding: Error {
  /// Says which law was broken, and how.
  let message: String

  init(_ message: String) { self.message = message }

  /// Throws a finding when a condition does not hold.
  static func unless(_ holds: Bool, _ message: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(message()) }
  }
}

/// What the inputs of a fuzzer are made of.
struct Material {
  /// Valid inputs; most other inputs are mutations of them.
  var seeds: [[UInt8]]
  /// Pieces that have a meaning in the format.
  var words: [[UInt8]] = []
  /// Opening and closing of what can be nested.
  var pairs: [(opening: [UInt8], closing: [UInt8])] = []
  /// Whether all numbers are decimal digits, also in inputs with control characters.
  var numbersAreText = false
  /// Inputs of any size that are known to be expensive to parse.
  var shapes: [GrowingShape] = []

  init(seeds: [[UInt8]], words: [String] = [], pairs: [(String, String)] = [], shapes: [GrowingShape] = []) {
    self.seeds = seeds
    self.words = words.map { Array($0.utf8) }
    self.pairs = pairs.map { (Array($0.utf8), Array($1.utf8)) }
    self.shapes = shapes
  }
}
