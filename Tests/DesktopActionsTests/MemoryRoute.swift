import ByteTools
import Foundation
import ProfferFileSystem

@testable import DesktopTransfer

/// A route in memory: what is offered is asked for at once, as a terminal does, and found again by who pastes.
final class MemoryRoute: TransferRoute {
  /// A value under its name.
  struct Value: Sendable {
    var name: String
    var data: Data
  }

  let kind: TransferRouteKind
  private let held = Locked<[Value]>([])

  init(_ kind: TransferRouteKind = .terminal, holding values: [Value] = []) {
    self.kind = kind
    held.withLock { $0 = values }
  }

  /// What was copied, by name.
  var values: [String: Data] {
    Dictionary(held.withLock { $0 }.map { ($0.name, $0.data) }) { first, _ in first }
  }

  func own(
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

  func offered(
    as selection: TransferSelection, within limits: TransferLimits
  ) throws -> any SelectionContents {
    let values = held.withLock { $0 }
    guard !values.isEmpty else { throw TransferError.nothingOffered(in: selection) }
    return Contents(values)
  }

  func watch(_ selection: TransferSelection) throws -> any SelectionWatch {
    throw TransferError(.notSupported, "memory is not watched")
  }

  func dragSource(
    _ offer: TransferOffer, calling label: String, _ options: DragOptions
  ) throws -> any DragSource {
    throw TransferError(.notSupported, "memory has no drags")
  }

  func dropTarget(
    calling label: String, within limits: TransferLimits, recordedBy recorder: TransferRecorder?
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
