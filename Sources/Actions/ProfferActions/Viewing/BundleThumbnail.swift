import ByteTools
import Dispatch
import ImageCoders
import ItemProviders
import ProfferConversions
public import ProfferFileSystem
import ProviderBundles
import StandardCoders
import UniformTypes

/// An action that writes a picture of a bundle for a file manager: the picture of its first item that has one.
///
/// The picture is the stored preview of an item, or is made of a picture or color in the bundle. It is a PNG
/// without metadata, or a BMP if libpng is not installed. No program is started, and no file outside the
/// bundle is read.
public struct BundleThumbnail: Action {
  /// The bundle.
  public var bundle: ActionInput
  /// The maximum number of columns and rows of pixels.
  public var side: Int
  /// The destination of the picture.
  public var output: ActionOutput
  /// Whether to replace an existing file.
  public var replaces = false
  /// The time within which the picture must be made.
  public var timeLimit = Duration.milliseconds(1_500)

  /// The number of items that are examined.
  private static let itemLimit = 64
  /// The maximum size of a payload that is read, in bytes.
  private static let payloadByteCount: UInt64 = 64_000_000

  /// Creates an action that writes a picture of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - side: the maximum number of columns and rows of pixels.
  ///   - output: the destination of the picture.
  public init(of bundle: ActionInput, side: Int, to output: ActionOutput) {
    self.bundle = bundle
    self.side = side
    self.output = output
  }

  /// Writes the picture.
  ///
  /// If the time limit is exceeded, the action throws, and the thread that makes the picture is abandoned. It
  /// ends after its current step.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the path of the picture; nil if it was written to a stream.
  /// - Throws: a negative ``ActionError`` with the code `noPicture` if no item has a picture; an error with
  ///   the code `outOfTime` if the time limit was exceeded; the error of opening the bundle.
  public func run(in context: ActionContext) throws -> FilePath? {
    var limited = context
    let cancellation = ActionCancellation()
    limited.cancellation = cancellation
    let result = Locked<Result<[UInt8], any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let thread = RunningThread { [limited] in
      let made = Result { try picture(in: limited) }
      result.withLock { $0 = made }
      isDone.signal()
    }
    guard let thread else { throw ActionError.failure("the system cannot create a thread for the picture") }
    thread.detach()
    let (seconds, attoseconds) = timeLimit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    guard isDone.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success,
      let bytes = try result.withLock({ $0 })?.get()
    else {
      cancellation.cancel()
      throw ActionError.failure("no picture of \(bundle) can be made in time", code: .outOfTime)
    }
    return try write(bytes)
  }

  private func picture(in context: ActionContext) throws -> [UInt8] {
    let opened = try bundle.openBundle(in: context)
    let renderer = ImagePreviewRenderer()
    let size = PresentationSize(width: Double(side), height: Double(side))
    var failure: (any Error)?
    for item in opened.items.prefix(Self.itemLimit) {
      try context.checkCancellation()
      do {
        let image = try opened.picture(
          of: item, to: context.identity, by: renderer, fitting: size, readingAtMost: Self.payloadByteCount)
        guard let image else { continue }
        return [UInt8](try image.losslessFile().data)
      } catch {
        // Another item may have an intact picture.
        failure = error
      }
    }
    if let failure { throw failure }
    throw ActionError.negative("\(bundle) has no picture", code: .noPicture)
  }

  private func write(_ bytes: [UInt8]) throws -> FilePath? {
    switch output {
    case .stream(let write):
      try bytes.withUnsafeBytes(write)
      return nil
    case .path(let path), .folder(let path):
      let place = OutputPlace(path)
      try place.writeFile(replacing: replaces, synchronizing: false) { write in
        try bytes.withUnsafeBytes(write)
      }
      return path
    }
  }
}
