/// The atoms of the drag-and-drop protocol for the X Window System, version 5.
struct X11DragAtoms {
  /// The protocol version that this program uses; ``oldestVersion`` is the oldest version that it supports.
  static let version: UInt32 = 5
  static let oldestVersion: UInt32 = 3

  let aware, proxy, enter, position, status, leave, drop, finished: UInt32
  let typeList, copy, directSave, atom, protocols, deleteWindow: UInt32

  init(_ connection: X11Connection) throws {
    let all = try connection.atoms([
      "XdndAware", "XdndProxy", "XdndEnter", "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop",
      "XdndFinished", "XdndTypeList", "XdndActionCopy", "XdndDirectSave0", "ATOM", "WM_PROTOCOLS",
      "WM_DELETE_WINDOW",
    ])
    (aware, proxy, enter, position, status) = (all[0], all[1], all[2], all[3], all[4])
    (leave, drop, finished, typeList, copy) = (all[5], all[6], all[7], all[8], all[9])
    (directSave, atom, protocols, deleteWindow) = (all[10], all[11], all[12], all[13])
  }

  /// Returns whether a message requests that a window be closed.
  func closes(_ message: X11ClientMessage) -> Bool {
    message.type == protocols && message.words[0] == deleteWindow
  }
}
