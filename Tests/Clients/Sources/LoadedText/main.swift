import AppleNames
import Foundation

// A program without a main type: `await` at the top level selects the `async` load.
let provider = NSItemProvider(object: "loaded" as NSString)
let text = try await provider.loadItem(forTypeIdentifier: "public.plain-text") as? String
print(text ?? "nothing")
