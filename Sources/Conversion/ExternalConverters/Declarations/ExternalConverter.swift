public import ProfferConversions
import SystemPackages

/// The declaration of an external program as a converter: its types, its command line and its losses.
///
/// Declarations are written by people, and no part of a declaration is read from a bundle. The program runs
/// without a shell in a new folder of its own, and its result must be of the requested type.
public struct ExternalConverter: Sendable, Equatable {
  /// The declaration's name, unique among declarations.
  public var name: String
  /// The types that the program reads; types that conform to one of these types are read as well.
  public var reads: [String]
  /// The types that the program writes.
  public var writes: [String]
  /// The program's name or absolute path, followed by its arguments.
  ///
  /// A name is looked up on the search path. In the arguments, `{input}`, `{output}` and `{folder}` are
  /// replaced by paths, and `{folder-address}` by the folder as a `file:` URL that ends in a slash.
  /// `{input-extension}` and `{output-extension}` are replaced by the preferred extensions of the two types.
  /// The result is read from `{output}`, unless ``result`` names another file. The arguments `{page}` and
  /// `{size}` are replaced by ``pageArguments`` and ``sizeArguments`` if a page or a size is requested, and
  /// omitted if not.
  public var command: [String]
  /// Further programs that run after the first one in the same folder, with their arguments.
  public var furtherCommands: [[String]]
  /// The arguments that choose a page, in which `{number}` is replaced by its number, counted from 1.
  ///
  /// Empty if the program cannot choose a page.
  public var pageArguments: [String]
  /// The arguments that choose the size of the picture, in which `{width}` and `{height}` are replaced by the
  /// size in pixels.
  ///
  /// Empty if the program cannot choose a size.
  public var sizeArguments: [String]
  /// A program that prints the number of pages and the size of a page as `pdfinfo` does; empty if there is
  /// none.
  ///
  /// With such a program, the converter draws one page. The others are counted as lost, unless a page is
  /// requested.
  public var pageInformation: [String]
  /// The form in which the program writes its result.
  public var resultForm: ResultForm
  /// The arguments with which the program prints its version; empty if its version is not asked for.
  public var versionArguments: [String]
  /// The word that the program prints with its version; nil if its file name identifies the program.
  ///
  /// A program with the same file name that does not print the word is another program.
  package var printedName: String?
  /// The name of the result file, if the program chooses that name itself; nil otherwise.
  ///
  /// The name may contain `{input-extension}` and `{output-extension}`.
  public var result: String?
  /// Text files that are created in the program's folder before the program runs, keyed by path.
  ///
  /// Examples are a template and a settings file.
  public var files: [String: String]
  /// Whether input is converted to self-contained pages before the program reads it.
  ///
  /// A program that follows the URLs in a page would copy the user's files into the result. Such a program
  /// would also send requests that the author of the page can observe. This library's own coders therefore
  /// rewrite the page without external content. A program with this setting may read only `public.html`.
  public var needsSelfContainedPages: Bool
  /// The kinds of loss that the program can cause.
  public var losses: [LossKind]
  /// The maximum run time of the program.
  public var timeLimit: Duration
  /// The maximum number of bytes that the program may write to all files together.
  ///
  /// The result, the printed output and all temporary files count toward this limit.
  public var sizeLimit: UInt64
  /// The cost relative to other converters.
  public var cost: Int

  /// The form in which a program writes its result.
  public enum ResultForm: String, Sendable {
    /// The result is a document of the requested type.
    case document
    /// The result is a page of `pdftotext -bbox-layout`. Beside it is a file `links.xml` of `pdftohtml -xml`.
    ///
    /// Both become an HTML document, and the converter can write only `public.html`.
    case pagesOfText = "pages of text"
  }

  /// The default of ``timeLimit``.
  public static let standardTimeLimit = Duration.seconds(60)
  /// The default of ``sizeLimit``: 1 GiB.
  public static let standardSizeLimit: UInt64 = 1 << 30
  /// The default of ``cost``, which is greater than the cost of any reader or bridge of this library.
  public static let standardCost = 100

  /// Declares a program.
  ///
  /// - Parameters:
  ///   - name: the declaration's name, unique among declarations.
  ///   - reads: the types that the program reads; types that conform to one of these types are read as well.
  ///   - writes: the types that the program writes.
  ///   - command: the program and its arguments.
  ///   - result: the name of the result file, if the command does not contain `{output}`.
  ///   - files: the text files that the program needs, keyed by path.
  ///   - needsSelfContainedPages: whether input is converted to self-contained pages.
  ///   - losses: the kinds of loss that the program can cause.
  ///   - timeLimit: the maximum run time of the program.
  ///   - sizeLimit: the maximum number of bytes that the program may write to all files together.
  ///   - cost: the cost relative to other converters.
  public init(
    _ name: String, reads: [String], writes: [String], command: [String], result: String? = nil,
    files: [String: String] = [:], needsSelfContainedPages: Bool = false, losses: [LossKind] = [],
    timeLimit: Duration = ExternalConverter.standardTimeLimit,
    sizeLimit: UInt64 = ExternalConverter.standardSizeLimit,
    cost: Int = ExternalConverter.standardCost
  ) {
    self.name = name
    self.reads = reads
    self.writes = writes
    self.command = command
    furtherCommands = []
    pageArguments = []
    sizeArguments = []
    pageInformation = []
    resultForm = .document
    versionArguments = []
    self.result = result
    self.files = files
    self.needsSelfContainedPages = needsSelfContainedPages
    self.losses = losses
    self.timeLimit = timeLimit
    self.sizeLimit = sizeLimit
    self.cost = cost
  }
}

extension CoderError.Code {
  /// A declaration of an external converter is incomplete or invalid.
  public static let invalidDeclaration = Self(rawValue: "invalidDeclaration")
  /// An external converter failed, or its result is not of the requested type.
  public static let programFailed = Self(rawValue: "programFailed")
}

extension ExternalConverter {
  /// The name under which the program is known, such as “LibreOffice” for `soffice`.
  package var productName: String { SystemPackage.program(command[0])?.name ?? command[0] }

  /// The instruction to install the program, as a part of a sentence.
  package var installation: String {
    SystemPackage.program(command[0])?.instruction() ?? "install the program \(command[0])"
  }

  /// The message that the program is missing, with the instruction to install it.
  package func missing(neededBy user: String) -> String {
    SystemPackage.program(command[0])?.missing(neededBy: user)
      ?? "\(user) needs \(command[0]), which is not installed; \(installation)"
  }
}
