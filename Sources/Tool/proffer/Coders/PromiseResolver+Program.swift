import Conversions
import Foundation
import ProviderBundles

extension PromiseResolver {
  /// Keeps promises with the program's own coders.
  static var program: PromiseResolver {
    PromiseResolver { data, source, wanted, _ in
      let plan = try ConversionRegistry.own.plan(from: [source], to: wanted)
      return try plan.run(on: RepresentationSource(data, typeIdentifier: source)).data
    }
  }
}
