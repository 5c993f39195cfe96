/// This machine.
package enum LocalHost {
  /// Its name; empty where the system does not say.
  package static var name: [UInt8] { SystemCalls.hostName() }
}
