import DescribedErrors
import DragAndDrop
import FolderDrops
import Foundation
import ItemProviders
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import TestSupport;
import Testing
import TypeDiscovery
import UniformTypes

struct DescribedErrorTests {
  /// An error of each public type; each has a subject.
  private static let errors: [any DescribedError] = [
    BundleError(.truncated, of: "trip.dragbundle", "its end is missing"),
    CoderError(.tooDeep, "lists are nested too deeply", at: .line(3, column: 14)),
    ConversionError(.noPath, "cannot be made of an image", subject: "public.html"),
    DiscoveryError(.tooLarge, subject: "types.json", reason: "it is too large"),
    DragAndDropError(.sessionEnded, subject: "the session", "has ended"),
    FileSystemError(.notFound, cannot: "open", FilePath("a.txt"), because: "no such file or folder"),
    FolderDropError(.changedSinceDrop, subject: FilePath("a.txt"), "has changed since"),
    ItemProviderError(.itemUnavailableError, subject: "public.html", reason: "no types are offered"),
    TypeError(.malformedTag, subject: ".", reason: "is not an extension"),
  ]

  /// Foundation shows `localizedDescription` to people, which is useless without `LocalizedError`.
  @Test(arguments: errors.indices) func foundationShowsTheMessage(_ index: Int) {
    let error = DescribedErrorTests.errors[index]
    expectEqual((error as any Error).localizedDescription, error.message)
    expectEqual((error as NSError).localizedDescription, error.message)
  }

  @Test(arguments: errors.indices) func theMessageHasTheSubjectAndTheReason(_ index: Int) {
    let error = DescribedErrorTests.errors[index]
    #expect(error.message.contains(error.reason) && !error.codeName.isEmpty && error.kind == .failure)
    if let subject = error.subject { expect(error.message.contains("\(subject)"), error.message) }
  }

  @Test func whatTheSystemRefusedHasOneNameInAllModules() {
    let cause = FileSystemError(.noSpace, cannot: "write", FilePath("a"), because: "no space is left")
    let errors: [any DescribedError] = [
      cause, DiscoveryError(cause), BundleError(.fileSystem, cause.message, cause: cause),
    ]
    expectEqual(errors.map(\.codeName), ["noSpace", "noSpace", "noSpace"])
  }
}
