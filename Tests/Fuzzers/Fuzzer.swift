/// A search for input that a parser takes badly: it breaks a law, takes too long, or ends the process.
protocol Fuzzer {
  /// What inputs are made of.
  var material: Material { get }

  /// Gives one input to the parser.
  ///
  /// - Throws: `Finding` when a law is broken. A refusal with an error that the parser documents breaks none.
  func check(_ input: [UInt8]) throws(Finding)
}

/// What a fuzzer found.
struct Finding: Error {
  /// The law that was broken, and how.
  let message: String

  init(_ message: String) { self.message = message }

  /// Fails with a message when a condition does not hold.
  static func unless(_ holds: Bool, _ message: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(message()) }
  }
}

/// What the inputs of a fuzzer are made of.
struct Material {
  /// Good inputs, of which most others are mutations.
  var seeds: [[UInt8]]
  /// Pieces that mean something to the parser.
  var words: [[UInt8]] = []
  /// What nests: an opening and its closing.
  var pairs: [(opening: [UInt8], closing: [UInt8])] = []
  /// Inputs of any size that are known to be hard.
  var shapes: [GrowingShape] = []

  init(seeds: [[UInt8]], words: [String] = [], pairs: [(String, String)] = [], shapes: [GrowingShape] = []) {
    self.seeds = seeds
    self.words = words.map { Array($0.utf8) }
    self.pairs = pairs.map { (Array($0.utf8), Array($1.utf8)) }
    self.shapes = shapes
  }
}
