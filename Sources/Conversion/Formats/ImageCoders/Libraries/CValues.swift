import Foundation

/// Calls a closure with the address of bytes, for C functions.
///
/// The address is null if there are no bytes.
func withBytes<Result>(_ data: Data?, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  guard let data, !data.isEmpty else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
  return data.withUnsafeBytes { body($0.assumingMemoryBound(to: UInt8.self)) }
}

/// Returns the library's first warning and the number of further warnings; empty if there were no warnings.
func libraryWarnings(_ format: String, first: String, count: CInt) -> [String] {
  if count == 0 { return [] }
  let rest = count == 1 ? "" : ", and \(count - 1) more"
  return ["\(format): \(first)\(rest)"]
}

/// Returns the text in a C character array.
///
/// Swift imports such an array as a tuple.
func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
