public import Conversions

/// A program of the system, declared as a converter: what it reads and writes, how it is called, what it loses.
///
/// A declaration is data, which people write and read; nothing of it comes from a bundle. The program runs without a
/// shell, in a new folder of its own, and what it makes must be of the type that it was asked for.
public struct ExternalConverter: Sendable, Equatable {
  /// The declaration's name, unique among declarations.
  public var name: String
  /// The types it reads, with all that conform to them.
  public var reads: [String]
  /// The types it writes, and no others.
  public var writes: [String]
  /// The program's name on the search path, and its arguments.
  ///
  /// `{input}`, `{output}` and `{folder}` stand for paths, `{folder-address}` for the folder as a `file:` address that
  /// ends in a slash, `{input-extension}` and `{output-extension}` for the preferred extensions of the two types.
  /// `{output}` is where the result is looked for, unless ``result`` says else.
  public var command: [String]
  /// The name of the file that the program makes, where it chooses the name itself; the two extensions may stand in it.
  public var result: String?
  /// Texts that stand in the program's folder before it runs, such as a template or settings, by their paths there.
  public var files: [String: String]
  /// Whether the program is handed pages that hold all they show.
  ///
  /// A program that follows the addresses in a page would put files of whoever runs it into the result, and make
  /// requests that the page's author sees. So the page is read, and written anew without what stands elsewhere, by this
  /// library's own coders. Such a program reads `public.html` alone.
  public var isGivenWholePages: Bool
  /// What may be lost.
  public var losses: [LossKind]
  /// How long it may take.
  public var timeLimit: Duration
  /// How many bytes it may write, in all files together: its result, what it prints, what it needs meanwhile.
  public var sizeLimit: UInt64
  /// The work it takes, against that of other converters.
  public var cost: Int

  /// How long a program may take that does not say it.
  public static let standardTimeLimit = Duration.seconds(60)
  /// How much a program may write that does not say it: 1 GiB.
  public static let standardSizeLimit: UInt64 = 1 << 30
  /// The cost of a program that does not say it: more than that of any reader or bridge of this library.
  public static let standardCost = 100

  /// Declares a program.
  public init(
    _ name: String, reads: [String], writes: [String], command: [String], result: String? = nil,
    files: [String: String] = [:], isGivenWholePages: Bool = false, losses: [LossKind] = [],
    timeLimit: Duration = ExternalConverter.standardTimeLimit,
    sizeLimit: UInt64 = ExternalConverter.standardSizeLimit,
    cost: Int = ExternalConverter.standardCost
  ) {
    self.name = name
    self.reads = reads
    self.writes = writes
    self.command = command
    self.result = result
    self.files = files
    self.isGivenWholePages = isGivenWholePages
    self.losses = losses
    self.timeLimit = timeLimit
    self.sizeLimit = sizeLimit
    self.cost = cost
  }
}
