import ByteTools
import Dispatch
import ProfferFileSystem
package import TransferWindows

/// The desktop's preference for dark or light windows, and its accent color.
///
/// The settings are read on a thread, so that a slow bus does not delay a window. Without a bus or a settings
/// portal, the preference has its default value. This is not an error, because many sessions have no portal.
///
/// The connection to the bus is private to this object, and ends when the object is released.
package final class DesktopAppearance: Sendable {
  private struct State {
    var preference = WindowTheme.Preference()
    /// Ends the wait of the thread; nil before ``follow(_:)``.
    var wakeup: Wakeup?
    var isReleased = false
  }

  private let connect: @Sendable () throws -> ByteStream
  private let state = Locked(State())
  /// Has one member until the first values of all settings are known or cannot be read.
  private let reading = DispatchGroup()

  /// - Parameter connect: connects to the bus without blocking.
  init(connecting connect: @escaping @Sendable () throws -> ByteStream) { self.connect = connect }

  /// Creates the appearance for the first available bus.
  convenience init(on addresses: [BusAddress]) {
    self.init { try BusConnection.stream(to: addresses) }
  }

  deinit {
    state.withLock { state in
      state.isReleased = true
      state.wakeup?.wake()
    }
  }

  // MARK: The preference

  /// The newest known preference; the default value if the desktop's preference is not known.
  package var preference: WindowTheme.Preference { state.withLock { $0.preference } }

  /// Returns the preference, after waiting for the first values of the settings.
  ///
  /// Does not wait before ``follow(_:)``, or if the settings cannot be read.
  ///
  /// - Parameter limit: the maximum wait.
  package func preference(waitingAtMost limit: Duration) -> WindowTheme.Preference {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    // After a timeout, the values that are known so far are returned.
    _ = reading.wait(timeout: .now() + .nanoseconds(nanoseconds))
    return preference
  }

  /// Starts reading and following the settings on a thread; may be called once.
  ///
  /// - Parameter changed: called on that thread after each change of the ``preference``. The first values are
  ///   a change too, unless they are the default values. It must not retain this object, because the thread
  ///   retains it until this object is released.
  package func follow(_ changed: @escaping @Sendable () -> Void) {
    let wakeup: Wakeup
    // If descriptors or threads are exhausted, the preference keeps its default value.
    do { wakeup = try Wakeup() } catch { return }
    state.withLock { state in
      precondition(state.wakeup == nil, "the settings are followed already")
      state.wakeup = wakeup
    }
    reading.enter()
    // The thread must not retain this object, because the thread ends only when the object is released.
    let thread = RunningThread { [connect, state, reading] in
      var isRead = false
      func finishReading() {
        if !isRead { reading.leave() }
        isRead = true
      }
      do {
        let connection = BusConnection(try connect())
        var settings = AppearanceSettings(connection)
        while true {
          let isChanged = state.withLock { state in
            let isChanged = state.preference != settings.preference
            state.preference = settings.preference
            return isChanged && !state.isReleased
          }
          if settings.isAnswered { finishReading() }
          if isChanged { changed() }
          if state.withLock({ $0.isReleased }) { break }
          try connection.wait(for: wakeup)
          while let message = try connection.nextArrived() { settings.receive(message) }
        }
      } catch {
        // There is no bus, or the bus has ended. The last known preference remains valid.
      }
      finishReading()
    }
    guard let thread else { return reading.leave() }
    thread.detach()
  }
}
