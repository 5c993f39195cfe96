/// Writes the values of a D-Bus message in little-endian byte order, together with their signature.
///
/// Supports only the types that the calls of this program use (Source: D-Bus specification, "Marshaling").
struct BusWriter {
  /// The types of the values.
  private(set) var signature = ""
  private(set) var bytes: [UInt8] = []

  init() {}

  /// Adds a text, `s`.
  mutating func add(_ text: String) {
    signature += "s"
    put(text)
  }

  /// Adds boolean options, `a{sv}`.
  mutating func add(options: KeyValuePairs<String, Bool>) {
    signature += "a{sv}"
    array(of: 8) { writer in
      for (name, value) in options {
        writer.pad(to: 8)
        writer.put(name)
        writer.put(signature: "b")
        writer.pad(to: 4)
        writer.put(UInt32(value ? 1 : 0))
      }
    }
  }

  /// Adds an array of file descriptors, `ah`.
  ///
  /// Each element is the index of a descriptor that is sent with the message.
  mutating func add(descriptorsFromFirst count: Int) {
    signature += "ah"
    array(of: 4) { writer in
      for place in 0..<count { writer.put(UInt32(place)) }
    }
  }

  /// Adds header fields, `a(yv)`, each a code with a text, a path, a signature or a number.
  mutating func add(fields: [(code: UInt8, value: BusMessage.FieldValue)]) {
    array(of: 8) { writer in
      for (code, value) in fields {
        writer.pad(to: 8)
        writer.bytes.append(code)
        switch value {
        case .text(let text):
          writer.put(signature: "s")
          writer.put(text)
        case .path(let path):
          writer.put(signature: "o")
          writer.put(path)
        case .signature(let signature):
          writer.put(signature: "g")
          writer.put(signature: signature)
        case .number(let number):
          writer.put(signature: "u")
          writer.put(number)
        }
      }
    }
  }

  // MARK: Bytes

  mutating func put(_ byte: UInt8) { bytes.append(byte) }

  mutating func put(_ number: UInt32) {
    pad(to: 4)
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds zero bytes up to a multiple of the alignment.
  mutating func pad(to alignment: Int) { while bytes.count % alignment != 0 { bytes.append(0) } }

  private mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  private mutating func put(signature: String) {
    bytes.append(UInt8(signature.utf8.count))
    bytes += Array(signature.utf8) + [0]
  }

  /// Adds an array: the size of its elements in bytes, then the elements.
  ///
  /// The size does not include the padding before the first element.
  private mutating func array(of alignment: Int, _ elements: (inout BusWriter) -> Void) {
    pad(to: 4)
    let place = bytes.count
    put(UInt32(0))
    pad(to: alignment)
    let start = bytes.count
    elements(&self)
    withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) {
      bytes.replaceSubrange(place..<place + 4, with: $0)
    }
  }
}
