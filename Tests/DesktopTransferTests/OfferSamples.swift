import Foundation
import ItemProviders
import TestSupport
import UniformTypes

@testable import DesktopTransfer

/// The offers of the tests.
enum OfferSamples {
  static let html = Data("<p>Grüße</p>".utf8)
  static let text = Data("Grüße".utf8)
  /// Data that exceeds a short X11 request and has no round length.
  static let long = Data((0..<70_001).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  static func provider(_ representations: KeyValuePairs<String, Data>) -> ItemProvider {
    let provider = ItemProvider()
    for (type, data) in representations {
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { completion in
        completion(data, nil)
        return nil
      }
    }
    return provider
  }

  /// An offer whose contents are available immediately.
  ///
  /// Providers cannot be used here: waiting tests block the threads that their loads need.
  static func offer(_ representations: KeyValuePairs<String, Data>) -> TransferOffer {
    TransferOffer(contents: representations.map { ($0.key, OfferedContent($0.value)) }, types: .standard)
  }

  static var page: TransferOffer {
    offer(["public.html": html, "public.utf8-plain-text": text, "public.png": long])
  }
}

/// Blocks SIGPIPE on this thread, so that writing to a closed pipe is an error, as in the program.
func blockPipeSignal() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}

/// A value that is computed on a thread of its own.
final class ValueOfThread<Value: Sendable>: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var result: Result<Value, any Error>?

  init(_ make: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      blockPipeSignal()
      result = Result { try make() }
      done.signal()
    }
  }

  /// The value; nil if the thread hangs.
  func value() throws -> Value? {
    guard done.wait(timeout: HangLimit.dispatchTime) == .success else { return nil }
    return try result?.get()
  }
}

/// A selection that is served on a thread of its own.
final class ServedSelection: Sendable {
  private let ending: OwnershipEnding
  private let thread: ValueOfThread<OwnershipEnd>

  init(_ ownership: any SelectionOwnership) {
    ending = ownership.ending
    nonisolated(unsafe) let ownership = ownership
    thread = ValueOfThread { try ownership.serve() }
  }

  /// The reason why the service ended; nil if it hangs.
  func end() throws -> OwnershipEnd? { try thread.value() }

  /// Requests the end of the service.
  func request() { ending.request(waitingAtMost: HangLimit.duration) }
}

extension SelectionContents {
  /// Fetches a complete value.
  func value(_ name: String) throws -> Data {
    var data = Data()
    try fetch(name) { data.append(contentsOf: $0) }
    return data
  }
}
