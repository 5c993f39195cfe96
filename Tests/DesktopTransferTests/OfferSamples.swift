import Foundation
import ItemProviders
import UniformTypes

@testable import DesktopTransfer

/// What the tests offer.
enum OfferSamples {
  static let html = Data("<p>Grüße</p>".utf8)
  static let text = Data("Grüße".utf8)
  /// Longer than a request of a display without long requests, and of no round length.
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

  /// An offer whose contents are there at once: tests that wait block the threads that loads of providers need.
  static func offer(_ representations: KeyValuePairs<String, Data>) -> TransferOffer {
    TransferOffer(contents: representations.map { ($0.key, OfferedContent($0.value)) }, types: .standard)
  }

  static var page: TransferOffer {
    offer(["public.html": html, "public.utf8-plain-text": text, "public.png": long])
  }
}

/// Makes a pipe that its reader has closed an error of the write on this thread, as it is in the program.
func blockPipeSignal() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}

/// What a thread of its own makes.
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

  /// The value; nil where it is not made within some seconds.
  func value() throws -> Value? {
    guard done.wait(timeout: .now() + 20) == .success else { return nil }
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

  /// How the service ended; nil where it has not within some seconds.
  func end() throws -> OwnershipEnd? { try thread.value() }

  /// Asks for the end.
  func request() { ending.request(waitingAtMost: .seconds(10)) }
}

extension SelectionContents {
  /// A whole value.
  func value(_ name: String) throws -> Data {
    var data = Data()
    try fetch(name) { data.append(contentsOf: $0) }
    return data
  }
}
