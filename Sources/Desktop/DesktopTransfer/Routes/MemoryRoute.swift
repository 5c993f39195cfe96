import ByteTools
package import Foundation
import ProfferFileSystem

/// A route in memory, for tests without a display.
///
/// When an offer is served, the route requests and stores all values, as a terminal does. The next paste
/// receives these values.
package final class MemoryRoute: TransferRoute {
  /// A value and its name.
  package struct Value: Sendable {
    let name: String
    let data: Data

    package init(name: String, data: Data) {
      self.name = name
      self.data = data
    }
  }

  package let kind: TransferRouteKind
  private let held = Locked<[Value]>([])

  package init(_ kind: TransferRouteKind = .terminal, holding values: [Value] = []) {
    self.kind = kind
    held.withLock { $0 = values }
  }

  /// The stored values by name.
  package var values: [String: Data] {
    Dictionary(held.withLock { $0 }.map { ($0.name, $0.data) }) { first, _ in first }
  }

  package func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    let forms = offer.forms(on: kind)
    let ownership = try Ownership(names: forms.map(\.name)) { [held] in
      for form in forms {
        let done = DispatchSemaphore(value: 0)
        form.content.request { result in
          if case .success(let data) = result {
            held.withLock { $0.append(Value(name: form.name, data: data)) }
          }
          done.signal()
        }
        done.wait()
      }
    }
    return ownership
  }

  package func clear(_ selection: TransferSelection) { held.withLock { $0 = [] } }

  package func offered(
    as selection: TransferSelection, within limits: TransferLimits
  ) throws -> any SelectionContents {
    let values = held.withLock { $0 }
    guard !values.isEmpty else { throw TransferError.nothingOffered(in: selection) }
    return Contents(values)
  }

  package func watch(_ selection: TransferSelection) throws -> any SelectionWatch {
    throw TransferError(.notSupported, "memory is not watched")
  }

  package func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource {
    throw TransferError(.notSupported, "memory has no drags")
  }

  package func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget {
    throw TransferError(.notSupported, "memory has no drags")
  }

  private final class Ownership: SelectionOwnership {
    let names: [String]
    let ending: OwnershipEnding
    private let handOver: () -> Void

    init(names: [String], handOver: @escaping () -> Void) throws {
      self.names = names
      self.handOver = handOver
      ending = try OwnershipEnding()
    }

    func serve() throws -> OwnershipEnd {
      handOver()
      return .handedOver
    }
  }

  private final class Contents: SelectionContents {
    private let values: [Value]

    init(_ values: [Value]) { self.values = values }

    var names: [String] { values.map(\.name) }

    func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
      guard let value = values.first(where: { $0.name == name }) else {
        throw TransferError(.refused, "memory has no \(name)")
      }
      try value.data.withUnsafeBytes(take)
    }
  }
}
