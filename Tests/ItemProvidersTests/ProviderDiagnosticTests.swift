import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

private struct ProxyFirst: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: { (_: ProxyFirst) in "less" })
    DataRepresentation(exportedContentType: .rtf) { _ in Data() }
  }
}

private struct ProxyLast: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .rtf) { _ in Data() }
    ProxyRepresentation(exporting: { (_: ProxyLast) in "less" })
  }
}

private struct OnlyProxy: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: { (_: OnlyProxy) in "all" })
  }
}

struct ProviderDiagnosticTests {
  @Test(.behaviour("G-22")) func aSecondRegistrationIsReportedOnce() {
    let provider = ItemProvider(types: ["public.html", "public.rtf"])
    expectEqual(provider.diagnostics, [])
    provider.registerText("again", as: "PUBLIC.html")
    provider.registerText("again", as: "public.html")
    provider.registerText("none", as: "")
    expectEqual(
      provider.diagnostics, [.duplicateIgnored(typeIdentifier: "PUBLIC.html"), .emptyIdentifierIgnored])
    expectEqual(provider.diagnostics.first?.description.contains("PUBLIC.html"), true)
    expectEqual((provider.copy() as? ItemProvider)?.diagnostics.count, 2)
  }

  @Test(.behaviour("G-39")) func aProxyBeforeTheValuesOwnFormIsReported() {
    let diagnostic = ProviderDiagnostic.proxyBeforeOwn(proxy: "public.utf8-plain-text", own: "public.rtf")
    expectEqual(ProxyFirst.transferDiagnostics, [diagnostic])
    expectEqual(ProxyLast.transferDiagnostics, [])
    expectEqual(OnlyProxy.transferDiagnostics, [])
    let provider = ItemProvider()
    provider.register(ProxyFirst())
    expectEqual(provider.diagnostics, [diagnostic])
  }

  @Test(
    .behaviour("G-12"),
    arguments: [
      (["public.file-url", "public.png"], true), (["public.png", "public.file-url"], false),
      (["public.file-url", "public.url"], false), (["public.url", "public.utf8-plain-text"], false),
    ])
  func aFileURLBeforeTheFileIsReported(types: [String], isReported: Bool) {
    expectEqual(
      ItemProvider(types: types).diagnostics,
      isReported ? [.urlBeforeContents(typeIdentifier: "public.file-url")] : [])
  }
}
