/// Splits the words of a command line into options and operands, without knowing what any option means.
///
/// Only the caller knows whether an option takes a value: after an option, `takeValue()` takes the rest of a cluster
/// (`-ovalue`, `-o=value`) or the next word whatever it looks like; without that call, the rest of a cluster is more
/// options. After `--`, every word is an operand; `-` always is.
package struct ArgumentLexer {
  package enum Token: Equatable, Sendable {
    /// `-x`, alone or in a cluster.
    case short(UInt8)
    /// `--name` or `--name=value`.
    case long(name: [UInt8], value: [UInt8]?)
    case operand([UInt8])
  }

  private let words: [[UInt8]]
  private var index: Int
  /// What follows the last short option in its word.
  private var cluster: ArraySlice<UInt8>
  private var hasOnlyOperands: Bool

  /// - Parameter words: the arguments as bytes, without the program's name.
  package init(_ words: [[UInt8]]) {
    self.words = words
    index = 0
    cluster = []
    hasOnlyOperands = false
  }

  /// The words after the last token.
  package var remainingWords: [[UInt8]] { Array(words[index...]) }

  /// Whether `--help`, or `-h` on its own, follows where an option may stand.
  package var hasHelpAhead: Bool {
    !hasOnlyOperands
      && words[index...].prefix { $0 != Array("--".utf8) }.contains {
        $0 == Array("--help".utf8) || $0 == Array("-h".utf8)
      }
  }

  package mutating func next() -> Token? {
    if let letter = cluster.popFirst() { return .short(letter) }
    guard index < words.count else { return nil }
    let word = words[index]
    index += 1
    guard !hasOnlyOperands, word.count > 1, word[0] == UInt8(ascii: "-") else { return .operand(word) }
    guard word[1] == UInt8(ascii: "-") else {
      cluster = word[2...]
      return .short(word[1])
    }
    if word.count == 2 {
      hasOnlyOperands = true
      return next()
    }
    guard let end = word.firstIndex(of: UInt8(ascii: "=")) else {
      return .long(name: Array(word[2...]), value: nil)
    }
    return .long(name: Array(word[2..<end]), value: Array(word[(end + 1)...]))
  }

  /// Takes the value of the option that came last; nil if the command line ends before it.
  ///
  /// Not for a long option that had its value in the same word.
  package mutating func takeValue() -> [UInt8]? {
    if !cluster.isEmpty {
      defer { cluster = [] }
      return Array(cluster.first == UInt8(ascii: "=") ? cluster.dropFirst() : cluster)
    }
    guard index < words.count else { return nil }
    defer { index += 1 }
    return words[index]
  }
}
