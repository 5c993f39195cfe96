#if !canImport(Darwin)
  import TestSupport; import Testing
  import UIKitNames

  @MainActor
  struct PresentationTests {
    // Dismissing such a controller did not end.
    @Test func aControllerIsNotPresentedByItselfOrByOneThatItPresents() {
      let (first, second) = (UIViewController(), UIViewController())
      first.present(first, animated: false)
      expectNil(first.presentedViewController)
      first.present(second, animated: false)
      second.present(first, animated: false)
      #expect(first.presentedViewController === second && second.presentedViewController == nil)
      first.dismiss(animated: false)
      #expect(first.presentedViewController == nil && second.presentingViewController == nil)
    }
  }
#endif
