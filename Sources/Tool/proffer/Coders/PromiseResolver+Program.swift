import Conversions
import Foundation
import ProviderBundles

extension PromiseResolver {
  /// Makes promised representations with the program's own coders; the one that the manifest names writes them.
  static var program: PromiseResolver {
    PromiseResolver { data, source, wanted, coder in
      let plan = try ConversionRegistry.own.plan(from: [source], to: wanted, by: coder)
      return try plan.run(on: RepresentationSource(data, typeIdentifier: source)).data
    }
  }
}
