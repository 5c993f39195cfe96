// The numbers of X11's requests, events and errors, with their names from Xproto.h, X.h and Xatom.h.
// `Tests/Structure/headers.py` compares the numbers with these headers.

/// The numbers of requests.
enum X11RequestCode: UInt8 {
  case createWindow = 1
  case changeWindowAttributes = 2
  case destroyWindow = 4
  case mapWindow = 8
  case configureWindow = 12
  case internAtom = 16
  case getAtomName = 17
  case changeProperty = 18
  case deleteProperty = 19
  case getProperty = 20
  case setSelectionOwner = 22
  case getSelectionOwner = 23
  case convertSelection = 24
  case sendEvent = 25
  case grabPointer = 26
  case ungrabPointer = 27
  case changeActivePointerGrab = 30
  case grabKeyboard = 31
  case ungrabKeyboard = 32
  case translateCoords = 40
  case getInputFocus = 43
  case openFont = 45
  case createPixmap = 53
  case freePixmap = 54
  case createGC = 55
  case freeGC = 60
  case putImage = 72
  case createColormap = 78
  case freeColormap = 79
  case createGlyphCursor = 94
  case queryExtension = 98
  case getKeyboardMapping = 101
}

/// The numbers of events.
enum X11EventCode: UInt8 {
  case keyPress = 2
  case buttonPress = 4
  case buttonRelease = 5
  case motionNotify = 6
  case leaveNotify = 8
  case expose = 12
  case destroyNotify = 17
  case configureNotify = 22
  case propertyNotify = 28
  case selectionClear = 29
  case selectionRequest = 30
  case selectionNotify = 31
  case clientMessage = 33
  case genericEvent = 35
}

/// The numbers of errors.
enum X11ErrorCode {
  static let badWindow: UInt8 = 3
  static let badDrawable: UInt8 = 9
}

/// The event masks that a window's owner or another program can select.
extension X11Request {
  static let keyPress: UInt32 = 1 << 0
  static let buttonPress: UInt32 = 1 << 2
  static let buttonRelease: UInt32 = 1 << 3
  static let leaveWindow: UInt32 = 1 << 5
  static let pointerMotion: UInt32 = 1 << 6
  static let exposure: UInt32 = 1 << 15
  static let structureNotify: UInt32 = 1 << 17
  static let propertyChange: UInt32 = 1 << 22
}

/// Attributes of windows, predefined atoms, symbols of keys, and other constants.
enum X11Number {
  static let windowBackgroundPixmap: UInt32 = 1 << 0
  static let windowBackgroundPixel: UInt32 = 1 << 1
  static let windowBorderPixel: UInt32 = 1 << 3
  static let windowBitGravity: UInt32 = 1 << 4
  static let windowOverrideRedirect: UInt32 = 1 << 9
  static let windowEventMask: UInt32 = 1 << 11
  static let windowColormap: UInt32 = 1 << 13
  static let configureX: UInt16 = 1 << 0
  static let configureY: UInt16 = 1 << 1
  static let configureWidth: UInt16 = 1 << 2
  static let configureHeight: UInt16 = 1 << 3
  static let northWestGravity: UInt32 = 1
  static let inputOnly: UInt16 = 2
  static let inputOutput: UInt16 = 1
  static let trueColor: UInt8 = 4
  static let pixelImage: UInt8 = 2
  static let propertyModeAppend: UInt8 = 2
  static let grabModeAsynchronous: UInt8 = 1
  static let integerType: UInt32 = 19
  static let resourceManager: UInt32 = 23
  static let shiftState: UInt16 = 1 << 0
  static let controlState: UInt16 = 1 << 2
  static let escapeKey: UInt32 = 0xFF1B
  static let returnKey: UInt32 = 0xFF0D
  static let keypadEnterKey: UInt32 = 0xFF8D
  static let deleteKey: UInt32 = 0xFFFF
  static let homeKey: UInt32 = 0xFF50
  static let endKey: UInt32 = 0xFF57
  static let upKey: UInt32 = 0xFF52
  static let downKey: UInt32 = 0xFF54
  static let pageUpKey: UInt32 = 0xFF55
  static let pageDownKey: UInt32 = 0xFF56
  static let spaceKey: UInt32 = 0x20
  static let letterAKey: UInt32 = 0x61
  static let handCursor: UInt16 = 60
  static let circleCursor: UInt16 = 24
}
