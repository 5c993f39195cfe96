import TestSupport

@testable import DesktopTransfer

// Limits that pass only if a program hangs. A test in which a limit passes sets that limit itself.

extension TransferLimits {
  static var patient: TransferLimits {
    var limits = TransferLimits()
    limits.idle = HangLimit.duration
    return limits
  }
}

extension OwnershipOptions {
  static var patient: OwnershipOptions {
    var options = OwnershipOptions()
    options.computingLimit = HangLimit.duration
    options.idleLimit = HangLimit.duration
    options.pipeIdleLimit = HangLimit.duration
    return options
  }
}

extension DragOptions {
  static var patient: DragOptions {
    var options = DragOptions()
    (options.answerLimit, options.finishLimit) = (HangLimit.duration, HangLimit.duration)
    options.service = .patient
    return options
  }
}
