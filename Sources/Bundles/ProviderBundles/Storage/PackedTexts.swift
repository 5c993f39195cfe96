/// Texts one behind the other, without an object for each.
struct PackedTexts: Sendable, Equatable {
  private var bytes: [UInt8] = []
  /// Where each text ends in the bytes.
  private var ends: [Int] = []

  /// How many texts there are.
  var count: Int { ends.count }

  /// Whether the last text has these bytes.
  func endsWith(_ text: some Collection<UInt8>) -> Bool {
    !ends.isEmpty && bytes[range(of: ends.count - 1)].elementsEqual(text)
  }

  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  /// The bytes of a text.
  func bytes(of number: Int) -> ArraySlice<UInt8> { bytes[range(of: number)] }

  /// Shows the bytes of texts by their numbers.
  func withTexts<Value>(_ body: ((Int) -> UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes { bytes in body { UnsafeRawBufferPointer(rebasing: bytes[range(of: $0)]) } }
  }

  private func range(of number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }
}
