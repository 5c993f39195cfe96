import Foundation
import ProfferFileSystem

/// Serves the requests of receivers for a selection that a window of this program owns (Source: ICCCM 2.0,
/// section 2).
///
/// One thread serves all receivers. Other threads produce the values, and each value in chunks has its own
/// property and time limit. Therefore, no receiver waits for another receiver. If a receiver ends, only its
/// own transfer is lost.
final class X11SelectionServer {
  /// A receiver whose value is being produced.
  private struct Receiver {
    let request: X11SelectionRequest
    /// The property for the value.
    let property: UInt32
    /// The request that includes this value among others; nil if the value was requested alone.
    let group: Group?
    let index: Int
  }

  /// A request for several values.
  private final class Group {
    let request: X11SelectionRequest
    /// Alternating targets and properties.
    ///
    /// The property of a refused target is set to 0.
    var pairs: [UInt32]
    var openCount: Int

    init(_ request: X11SelectionRequest, pairs: [UInt32]) {
      self.request = request
      self.pairs = pairs
      openCount = pairs.count / 2
    }
  }

  /// The atoms of the protocol.
  struct Atoms {
    let selection, targets, multiple, timestamp, saveTargets, increments, atom, atomPair, integer: UInt32

    init(_ connection: X11Connection, _ selection: TransferSelection) throws {
      let all = try connection.atoms([
        selection.atomName, "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "INCR", "ATOM", "ATOM_PAIR",
        "INTEGER",
      ])
      (self.selection, targets, multiple, timestamp, saveTargets) = (all[0], all[1], all[2], all[3], all[4])
      (increments, atom, atomPair, integer) = (all[5], all[6], all[7], all[8])
    }
  }

  /// The maximum size in bytes of a value in a single property.
  ///
  /// Some receivers do not support chunks.
  private static let wholeByteCount = 4 << 20
  /// The maximum number of values in one request.
  private static let pairCount = 1024

  let connection: X11Connection
  let selection: TransferSelection
  let atoms: Atoms
  /// The offered names and their atoms, in the order of the offer.
  let names: [String]
  let nameAtoms: [UInt32]
  /// The error of a value that a receiver got only in part; nil if there is none.
  private(set) var failure: (any Error)?
  /// The types for which a receiver was given a value.
  private(set) var given: GivenTypes
  private let forms: [UInt32: OfferedForm]
  /// The file that this program offers to write; nil if there is none.
  private let directSave: X11DirectSaveOffer?
  private let options: OwnershipOptions
  /// The time at which the selection was acquired.
  private(set) var time: UInt32 = 0

  private var conversions: RequestedValues<Receiver>
  private var values: [X11OutgoingValue.Place: X11OutgoingValue] = [:]

  /// - Parameters:
  ///   - directSave: the file that this program offers to write.
  ///   - ending: passes values from the threads that produce them.
  init(
    _ connection: X11Connection, _ offered: [OfferedForm], directSave: X11DirectSaveOffer? = nil,
    as selection: TransferSelection, _ options: OwnershipOptions, _ ending: OwnershipEnding
  ) throws {
    guard !offered.isEmpty else { throw TransferError(.empty, "there is nothing to offer") }
    self.connection = connection
    self.selection = selection
    self.options = options
    conversions = RequestedValues(within: options.computingLimit, ending)
    atoms = try Atoms(connection, selection)
    self.directSave = directSave
    names = offered.map(\.name) + (directSave == nil ? [] : [X11DirectSave.name])
    nameAtoms = try connection.atoms(names)
    var forms: [UInt32: OfferedForm] = [:]
    for (atom, form) in zip(nameAtoms, offered) { forms[atom] = form }
    self.forms = forms
    given = GivenTypes(of: offered)
  }

  // MARK: Owning

  /// Acquires ownership of the selection.
  ///
  /// - Parameter time: the display's time of the acquisition.
  func own(at time: UInt32) throws {
    self.time = time
    connection.send(X11Request.setOwner(connection.window, of: atoms.selection, at: time))
    guard try connection.owner(of: atoms.selection) == connection.window else {
      throw TransferError(
        .refused,
        "\(connection.name) did not make this program the owner of \(selection.displayName): another program took it"
      )
    }
  }

  /// Releases the selection.
  func release() { connection.send(X11Request.setOwner(0, of: atoms.selection, at: time)) }

  /// Whether every receiver has the requested values.
  var isIdle: Bool { conversions.isEmpty && values.isEmpty }

  /// The times at which receivers are given up.
  var deadlines: [ContinuousClock.Instant] {
    conversions.deadlines + values.values.map(\.deadline)
  }

  /// Handles the messages that affect receivers.
  func handle(_ message: X11Message) throws {
    switch message {
    case .event(.selectionRequest(let request)): try answer(request)
    case .event(.propertyChanged(let window, let property, _, isDeleted: true)):
      sendPiece(to: X11OutgoingValue.Place(requestor: window, property: property))
    case .event(.windowDestroyed(let window)): forget(window)
    case .error(_, let code, let window)
    where code == X11ErrorCode.badWindow || code == X11ErrorCode.badDrawable: forget(window)
    case .event, .error, .reply: break
    }
  }

  /// Delivers the produced values.
  ///
  /// Gives up inactive receivers, and values that are not produced in time.
  func deliver() throws {
    for (receiver, form, value) in conversions.takeMade() { try deliver(value, of: form, to: receiver) }
    let now = ContinuousClock.now
    for (place, value) in values where value.deadline <= now {
      values[place] = nil
      observeOnlyEnd(of: place.requestor)
    }
    conversions.giveUpLate()
  }

  /// Cancels all transfers to a program whose window does not exist anymore.
  private func forget(_ window: UInt32) {
    values = values.filter { $0.key.requestor != window }
    conversions.forget { $0.request.requestor == window }
  }

  // MARK: Answers

  private func answer(_ request: X11SelectionRequest) throws {
    // Old programs do not specify a property. The target is then used as the property.
    let property = request.property == 0 ? request.target : request.property
    guard request.selection == atoms.selection, request.requestor != connection.window else {
      return refuse(request)
    }
    switch request.target {
    case atoms.targets, atoms.timestamp, atoms.saveTargets:
      putFixed(request.target, on: property, of: request.requestor)
      notify(request, property)
    case atoms.multiple:
      guard request.property != 0 else { return refuse(request) }
      try answerSeveral(request)
    default:
      try start(request, request.target, on: property, group: nil, index: 0)
    }
  }

  /// Stores a response that does not depend on the content in a property.
  private func putFixed(_ target: UInt32, on property: UInt32, of requestor: UInt32) {
    switch target {
    case atoms.targets:
      let questions = [atoms.targets, atoms.multiple, atoms.timestamp]
      // Only the clipboard is passed to a clipboard manager.
      let saving = selection == .clipboard ? [atoms.saveTargets] : []
      connection.send(
        X11Request.changeProperty(
          property, of: requestor, type: atoms.atom, words: nameAtoms + questions + saving))
    case atoms.timestamp:
      connection.send(
        X11Request.changeProperty(property, of: requestor, type: atoms.integer, words: [time]))
    default:
      // SAVE_TARGETS has no value. The empty property confirms that the target is supported.
      connection.send(X11Request.changeProperty(property, of: requestor, type: atoms.integer, words: []))
    }
  }

  private func answerSeveral(_ request: X11SelectionRequest) throws {
    let list: X11Property
    do {
      list = try connection.property(request.property, of: request.requestor, deleting: false)
    } catch let error as TransferError where error.code == .refused { return forget(request.requestor) }
    let pairs = Array(list.words.prefix(2 * X11SelectionServer.pairCount))
    guard !pairs.isEmpty, pairs.count % 2 == 0 else { return refuse(request) }
    let group = Group(request, pairs: pairs)
    for index in 0..<pairs.count / 2 {
      let (target, property) = (pairs[2 * index], pairs[2 * index + 1])
      switch target {
      case atoms.targets, atoms.timestamp, atoms.saveTargets:
        guard property != 0 else {
          settle(group, index, isRefused: true)
          continue
        }
        putFixed(target, on: property, of: request.requestor)
        settle(group, index, isRefused: false)
      default: try start(request, target, on: property, group: group, index: index)
      }
    }
  }

  /// Starts producing a value.
  private func start(
    _ request: X11SelectionRequest, _ target: UInt32, on property: UInt32, group: Group?, index: Int
  ) throws {
    let saved = target == directSave?.atom ? try directSave?.form() : nil
    guard let form = saved ?? forms[target], property != 0 else {
      if let group { settle(group, index, isRefused: true) } else { refuse(request) }
      return
    }
    endTransfer(to: X11OutgoingValue.Place(requestor: request.requestor, property: property))
    // The display reuses the number of a destroyed window for the next program. That program must not receive
    // a value that the old window requested.
    observeOnlyEnd(of: request.requestor)
    conversions.start(
      form, for: Receiver(request: request, property: property, group: group, index: index))
  }

  /// Cancels the transfer to a property if the receiver requests the same property again.
  ///
  /// Otherwise, a late chunk would become part of the new value.
  private func endTransfer(to place: X11OutgoingValue.Place) {
    values[place] = nil
    // A request for several values has a single response, which requires all values.
    conversions.forget {
      $0.group == nil && $0.request.requestor == place.requestor && $0.property == place.property
    }
  }

  /// Delivers a produced value to the waiting receiver.
  private func deliver(
    _ value: Result<OfferedValue, any Error>, of form: OfferedForm, to receiver: Receiver
  ) throws {
    let request = receiver.request
    do {
      try put(value.get(), named: form.name, on: receiver.property, of: request.requestor)
      given.add(form.typeIdentifier)
      if let group = receiver.group {
        settle(group, receiver.index, isRefused: false)
      } else {
        notify(request, receiver.property)
      }
    } catch let error as TransferError where error.code == .connectionLost {
      throw error
    } catch {
      // The receiver gets a refusal. The protocol has no field for the reason.
      if let group = receiver.group {
        settle(group, receiver.index, isRefused: true)
      } else {
        refuse(request)
      }
    }
  }

  /// Stores a whole value in a property, or announces a value in chunks.
  private func put(
    _ value: OfferedValue, named name: String, on property: UInt32, of requestor: UInt32
  ) throws {
    let type = try connection.atom(name)
    let limit = min(X11SelectionServer.wholeByteCount, connection.largestRequest - 1024)
    let place = X11OutgoingValue.Place(requestor: requestor, property: property)
    values[place] = nil
    if value.byteCount <= limit {
      let data = try value.piece(at: 0, atMost: limit)
      connection.send(X11Request.changeProperty(property, of: requestor, type: type, format: 8, data))
      return
    }
    connection.send(
      X11Request.selectEvents(X11Request.propertyChange | X11Request.structureNotify, of: requestor))
    connection.send(
      X11Request.changeProperty(
        property, of: requestor, type: atoms.increments, words: [UInt32(clamping: value.byteCount)]))
    values[place] = X11OutgoingValue(value, as: type, at: place, until: .now + options.idleLimit)
  }

  private func sendPiece(to place: X11OutgoingValue.Place) {
    guard var value = values[place] else { return }
    let next: Data?
    do {
      next = try value.nextPiece(atMost: connection.largestRequest - 1024)
    } catch {
      // An empty chunk would make the receiver treat the chunks so far as the whole value.
      failure = failure ?? error
      next = nil
    }
    guard let piece = next else {
      values[place] = nil
      observeOnlyEnd(of: place.requestor)
      return
    }
    connection.send(
      X11Request.changeProperty(place.property, of: place.requestor, type: value.type, format: 8, piece))
    value.deadline = .now + options.idleLimit
    values[place] = value
  }

  /// Requests only the destruction event of a receiver's window, unless a value is being sent to the window
  /// in chunks.
  private func observeOnlyEnd(of requestor: UInt32) {
    guard !values.keys.contains(where: { $0.requestor == requestor }) else { return }
    connection.send(X11Request.selectEvents(X11Request.structureNotify, of: requestor))
  }

  private func settle(_ group: Group, _ index: Int, isRefused: Bool) {
    if isRefused { group.pairs[2 * index + 1] = 0 }
    group.openCount -= 1
    guard group.openCount == 0 else { return }
    let request = group.request
    connection.send(
      X11Request.changeProperty(
        request.property, of: request.requestor, type: atoms.atomPair, words: group.pairs))
    notify(request, request.property)
  }

  private func refuse(_ request: X11SelectionRequest) { notify(request, 0) }

  private func notify(_ request: X11SelectionRequest, _ property: UInt32) {
    connection.send(
      X11Request.notify(request.requestor, request.selection, request.target, property, at: request.time))
  }
}
