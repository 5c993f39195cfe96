/// This machine.
package enum LocalHost {
  /// Its name; empty where the system does not say.
  package static var name: [UInt8] { SystemCalls.hostName() }
  /// The number of the user for whom this process acts.
  package static var userNumber: UInt32 { SystemCalls.userNumber() }
}
