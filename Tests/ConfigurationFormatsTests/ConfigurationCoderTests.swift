import ConfigurationFormats
import ProfferConversions
import TestSupport;
import Testing

@Suite struct ConfigurationCoderTests {
  @Test func eachCoderHasAName() {
    let coders = CoderSet.configuration
    expect(coders.readers.allSatisfy { !$0.name.isEmpty }, coders.readers)
    expect(coders.writers.allSatisfy { !$0.name.isEmpty }, coders.writers)
  }
}
