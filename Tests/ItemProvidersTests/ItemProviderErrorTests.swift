import Foundation
import ItemProviders
import TestSupport
import Testing

struct ItemProviderErrorTests {
  @Test(.behaviour("IP-145")) func codesAndDomainAreThoseOfApple() {
    expectEqual(ItemProvider.errorDomain, "NSItemProviderErrorDomain")
    expectEqual(ItemProviderError.Code.unknownError.rawValue, -1)
    expectEqual(ItemProviderError.Code.itemUnavailableError.rawValue, -1000)
    expectEqual(ItemProviderError.Code.unexpectedValueClassError.rawValue, -1100)
    expectEqual(ItemProviderError.Code.unavailableCoercionError.rawValue, -1200)
    let error = ItemProviderError(.itemUnavailableError, reason: "gone", cause: SourceError()) as NSError
    expectEqual(error.domain, "NSItemProviderErrorDomain")
    expectEqual(error.code, -1000)
    expectEqual(error.localizedDescription, "gone")
    #expect(error.userInfo[NSUnderlyingErrorKey] is SourceError)
  }

  @Test(
    arguments: [
      (.itemUnavailableError, "public.png", "Cannot load representation of type public.png: why"),
      (.unexpectedValueClassError, "an Int to a String", "Could not coerce an Int to a String: why"),
      (.unavailableCoercionError, "an Int to a String", "Could not coerce an Int to a String: why"),
      (.pathNotRepresentableError, "/a", "/a: why"), (.unknownError, nil, "why"),
      (.itemUnavailableError, nil, "why"),
    ] as [(ItemProviderError.Code, String?, String)])
  func theMessageIsComputedFromCodeSubjectAndReason(
    code: ItemProviderError.Code, subject: String?, expected: String
  ) {
    let error = ItemProviderError(code, subject: subject, reason: "why")
    expectEqual(error.message, expected)
    expectEqual(error.description, expected)
    let caused = ItemProviderError(code, subject: subject, reason: "why", cause: SourceError(number: 3))
    expectEqual(caused.message, expected)
    expectEqual(caused.description, expected + ": SourceError(number: 3)")
  }

  @Test func aFailedCoercionNamesBothClasses() async throws {
    let provider = ItemProvider(item: 5, typeIdentifier: "org.example.number")
    let answer: Reported<URL> = await reported {
      provider.loadItem(forTypeIdentifier: "org.example.number", as: URL.self, completionHandler: $0)
    }
    expectEqual(answer.providerError?.subject, "an item of class Int to class URL")
    expectEqual(answer.providerError?.reason, "there is no such coercion")
  }
}
