/// The encoded requests for selections (Source: X Window System Protocol, version 11, encoding).
///
/// A request starts with its number, one byte of data, and its length in units of four bytes.
enum X11Request {
  static func request(_ code: X11RequestCode, _ detail: UInt8 = 0, _ body: (inout HostOrderWriter) -> Void)
    -> [UInt8]
  {
    request(number: code.rawValue, detail, body)
  }

  /// Encodes a request of an extension.
  ///
  /// The display assigns the extension's number.
  private static func request(number: UInt8, _ detail: UInt8 = 0, _ body: (inout HostOrderWriter) -> Void)
    -> [UInt8]
  {
    var writer = HostOrderWriter()
    body(&writer)
    var whole = HostOrderWriter()
    addHead(to: &whole, number, detail, bodyByteCount: writer.bytes.count)
    whole.add(writer.bytes)
    whole.pad()
    return whole.bytes
  }

  private static func addHead(
    to writer: inout HostOrderWriter, _ number: UInt8, _ detail: UInt8, bodyByteCount: Int
  ) {
    writer.reserve(bodyByteCount + 12)
    writer.add(number)
    writer.add(detail)
    let units = (bodyByteCount + 3) / 4 + 1
    if units <= 0xFFFF {
      writer.add(UInt16(units))
    } else {
      // A longer request has its length in a separate word (Source: BIG-REQUESTS extension).
      writer.add(UInt16(0))
      writer.add(UInt32(units + 1))
    }
  }

  static func createWindow(_ window: UInt32, parent: UInt32, events: UInt32) -> [UInt8] {
    request(.createWindow) {
      $0.add(window)
      $0.add(parent)
      // The position and the size. Even a window without a picture must have a size.
      for value: UInt16 in [0, 0, 1, 1, 0] { $0.add(value) }
      // An input-only window with the visual of its parent.
      $0.add(X11Number.inputOnly)
      $0.add(UInt32(0))
      $0.add(X11Number.windowEventMask)
      $0.add(events)
    }
  }

  static func selectEvents(_ events: UInt32, of window: UInt32) -> [UInt8] {
    request(.changeWindowAttributes) {
      $0.add(window)
      $0.add(X11Number.windowEventMask)
      $0.add(events)
    }
  }

  static func internAtom(_ name: String) -> [UInt8] {
    request(.internAtom) {
      $0.add(UInt16(name.utf8.count))
      $0.zeros(2)
      $0.add(name.utf8)
    }
  }

  static func nameOfAtom(_ atom: UInt32) -> [UInt8] { request(.getAtomName) { $0.add(atom) } }

  /// Replaces the value of a property with bytes.
  ///
  /// `format` is the size of a unit: 8, 16 or 32 bits.
  static func changeProperty(
    _ property: UInt32, of window: UInt32, type: UInt32, format: UInt8, _ data: some Collection<UInt8>
  ) -> [UInt8] {
    // Large values need many long requests, so the bytes are copied only once.
    var writer = HostOrderWriter()
    addHead(to: &writer, X11RequestCode.changeProperty.rawValue, 0, bodyByteCount: 20 + data.count)
    writer.add(window)
    writer.add(property)
    writer.add(type)
    writer.add(format)
    writer.zeros(3)
    writer.add(UInt32(data.count / Int(format / 8)))
    writer.add(data)
    writer.pad()
    return writer.bytes
  }

  /// Replaces the value of a property with 32-bit numbers.
  static func changeProperty(
    _ property: UInt32, of window: UInt32, type: UInt32, words: [UInt32]
  ) -> [UInt8] {
    var writer = HostOrderWriter()
    for word in words { writer.add(word) }
    return changeProperty(property, of: window, type: type, format: 32, writer.bytes)
  }

  /// Appends nothing to a property.
  ///
  /// The resulting event contains the display's current time.
  static func touchProperty(_ property: UInt32, of window: UInt32) -> [UInt8] {
    request(.changeProperty, X11Number.propertyModeAppend) {
      $0.add(window)
      $0.add(property)
      $0.add(X11Number.integerType)
      $0.add(UInt8(32))
      $0.zeros(3)
      $0.add(UInt32(0))
    }
  }

  static func deleteProperty(_ property: UInt32, of window: UInt32) -> [UInt8] {
    request(.deleteProperty) {
      $0.add(window)
      $0.add(property)
    }
  }

  /// Requests a part of a property.
  ///
  /// The offset and the count are in units of four bytes. If `deleting` is true, the display deletes the
  /// property after its end has been read.
  static func getProperty(
    _ property: UInt32, of window: UInt32, at offset: UInt32, count: UInt32, deleting: Bool
  ) -> [UInt8] {
    request(.getProperty, deleting ? 1 : 0) {
      $0.add(window)
      $0.add(property)
      $0.add(UInt32(0))
      $0.add(offset)
      $0.add(count)
    }
  }

  /// Makes a window the owner of a selection; window 0 releases the selection.
  static func setOwner(_ window: UInt32, of selection: UInt32, at time: UInt32) -> [UInt8] {
    request(.setSelectionOwner) {
      $0.add(window)
      $0.add(selection)
      $0.add(time)
    }
  }

  static func getOwner(of selection: UInt32) -> [UInt8] { request(.getSelectionOwner) { $0.add(selection) } }

  static func convert(
    _ selection: UInt32, to target: UInt32, on property: UInt32, of window: UInt32, at time: UInt32
  ) -> [UInt8] {
    request(.convertSelection) {
      $0.add(window)
      $0.add(selection)
      $0.add(target)
      $0.add(property)
      $0.add(time)
    }
  }

  /// Notifies a program of the response to its request.
  ///
  /// The value is in the property; property 0 means that the request was refused.
  static func notify(
    _ requestor: UInt32, _ selection: UInt32, _ target: UInt32, _ property: UInt32, at time: UInt32
  ) -> [UInt8] {
    request(.sendEvent) {
      $0.add(requestor)
      $0.add(UInt32(0))
      $0.add(X11EventCode.selectionNotify.rawValue)
      $0.zeros(3)
      for word in [time, requestor, selection, target, property] { $0.add(word) }
      $0.zeros(8)
    }
  }

  /// A request to which the display replies after all previous requests are processed.
  static let synchronize = request(.getInputFocus) { _ in }

  static func queryExtension(_ name: String) -> [UInt8] {
    request(.queryExtension) {
      $0.add(UInt16(name.utf8.count))
      $0.zeros(2)
      $0.add(name.utf8)
    }
  }

  /// Announces the XFIXES version that this program uses.
  ///
  /// - Parameter number: the number of the extension.
  static func fixesVersion(_ number: UInt8) -> [UInt8] {
    request(number: number) {
      $0.add(UInt32(1))
      $0.add(UInt32(0))
    }
  }

  /// Requests an event for each change of a selection's owner.
  static func watchOwner(of selection: UInt32, for window: UInt32, _ number: UInt8) -> [UInt8] {
    request(number: number, 2) {
      $0.add(window)
      $0.add(selection)
      $0.add(UInt32(1))
    }
  }

  /// Enables long requests.
  ///
  /// - Parameter number: the number of the extension.
  static func enableBigRequests(_ number: UInt8) -> [UInt8] { request(number: number) { _ in } }
}
