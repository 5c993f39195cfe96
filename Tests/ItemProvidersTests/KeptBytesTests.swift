import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

/// Changes to a file do not change the bytes that were loaded from it.
@Suite struct KeptBytesTests {
  /// Sizes below and above the limit between reading and mapping.
  static let byteCounts = [1, 5_000, 100_000, 400_000]

  private func file(_ byteCount: Int, in folder: TemporaryFolder) throws -> (URL, [UInt8]) {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) }
    return (URL(fileURLWithPath: try folder.write(bytes, to: "source.bin")), bytes)
  }

  private func cutShort(_ url: URL) throws {
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 0)
    try handle.close()
  }

  private func overwrite(_ url: URL, byteCount: Int) throws {
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: byteCount))
    try handle.close()
  }

  @Test(arguments: byteCounts)
  func truncatingTheFileDoesNotChangeLoadedBytes(byteCount: Int) async throws {
    let folder = try TemporaryFolder()
    let (url, bytes) = try file(byteCount, in: folder)
    let provider = ItemProvider(contentsOf: url, contentType: .data)
    let data = try await provider.loadDataRepresentation(for: .data)
    let item = try await provider.loadItem(forTypeIdentifier: "public.data", as: Data.self)
    let object = try await provider.loadObject(ofClass: Data.self)
    try cutShort(url)
    // Accessing a page beyond the end of a file would end the process.
    expectEqual([data, item, object], Array(repeating: Data(bytes), count: 3))
  }

  @Test(arguments: byteCounts)
  func overwritingTheFileDoesNotChangeLoadedBytes(byteCount: Int) async throws {
    let folder = try TemporaryFolder()
    let (url, bytes) = try file(byteCount, in: folder)
    let data = try await ItemProvider(contentsOf: url, contentType: .data).loadDataRepresentation(for: .data)
    try overwrite(url, byteCount: byteCount)
    expectEqual(data, Data(bytes))
  }

  private struct Document: Transferable {
    let url: URL
    static var transferRepresentation: some TransferRepresentation<Document> {
      FileRepresentation(exportedContentType: .data) { SentTransferredFile($0.url) }
    }
  }

  @Test(arguments: byteCounts) func truncatingTheFileDoesNotChangeExportedBytes(byteCount: Int) async throws {
    let folder = try TemporaryFolder()
    let (url, bytes) = try file(byteCount, in: folder)
    let data = try await Document(url: url).exported(as: .data)
    try cutShort(url)
    expectEqual(data, Data(bytes))
  }

  @Test(arguments: [100_000, 400_000])
  func theSourceFileIsMappedOnRequest(byteCount: Int) async throws {
    let folder = try TemporaryFolder()
    let (url, bytes) = try file(byteCount, in: folder)
    let data = try await ItemProvider(contentsOf: url, contentType: .data)
      .loadDataRepresentation(forTypeIdentifier: "public.data", options: .mapsSourceFile)
    expectEqual(data, Data(bytes))
    try overwrite(url, byteCount: byteCount)
    expectEqual(data, Data(repeating: 0xFF, count: byteCount), "mapped bytes change with the file")
  }

  @Test func emptyOptionsCallTheMethodThatASubclassOverrides() async throws {
    final class Own: ItemProvider, @unchecked Sendable {
      override func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
      ) -> Progress {
        completionHandler(Data("own".utf8), nil)
        return Progress(totalUnitCount: 1)
      }
    }
    let data = try await Own().loadDataRepresentation(forTypeIdentifier: "public.data", options: [])
    expectEqual(data, Data("own".utf8))
  }
}
