/// The local machine.
package enum LocalHost {
  /// The host name; empty if the system does not provide the name.
  package static var name: [UInt8] { SystemCalls.hostName() }
  /// The effective user ID of this process.
  package static var userNumber: UInt32 { SystemCalls.userNumber() }
}
