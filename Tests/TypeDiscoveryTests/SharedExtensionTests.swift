import TestSupport;
import Testing
import UniformTypes

@testable import TypeDiscovery

/// Names whose extension has several meanings, and names whose bytes begin like another format.
@Suite struct SharedExtensionTests {
  private let detector = TypeDetector(registry: .standard)

  @Test(arguments: [
    ("a.R", "beds <- 3\n", "io.proffer.r-source"),
    ("a.mpc", "ID3\u{3}\0\0\0\0\u{7F}\u{7F}", "org.videolan.mpc"),
    ("a.wv", "ID3\u{3}\0\0\0\0\u{7F}\u{7F}", "org.videolan.wv"),
    ("a.ape", "ID3\u{3}\0\0\0\0\u{7F}\u{7F}", "org.videolan.ape"),
    ("a.dts", "ID3\u{3}\0\0\0\0\u{7F}\u{7F}", "org.videolan.dts"),
    ("a.pem", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n", "io.proffer.pem-key"),
    ("a.pem", "-----BEGIN CERTIFICATE-----\nMIIE\n", "public.x509-certificate"),
    ("a.pem", "-----BEGIN X509 CRL-----\nMIIB\n", "io.proffer.certificate-revocation-list"),
    ("a.pem", "-----BEGIN DH PARAMETERS-----\nMIIE\n", "public.x509-certificate"),
    ("a.ts", "import { a } from './a'\n\nexport default a\n", "com.microsoft.typescript"),
  ])
  func theBytesChooseAmongTheTypesOfTheExtension(_ name: String, _ text: String, _ expected: String) {
    let found = detector.detection(name: name, Array(text.utf8))
    expect(found.type.identifier == expected && !found.isContradicted, "\(found.evidence)")
  }

  @Test func anEncryptedKeyIsNotACertificate() {
    let key: [UInt8] = [0x30, 19, 2, 1, 1, 4, 9] + [UInt8](repeating: 7, count: 9) + [0xA0, 3, 6, 1, 1]
    expectEqual(detector.type(name: "a.der", key).identifier, "public.x509-certificate")
    let longer: [UInt8] = [0x30, 32, 2, 1, 1, 4, 22] + [UInt8](repeating: 7, count: 22) + [0xA0, 3, 6, 1, 1]
    expectEqual(detector.type(name: "a.der", longer).identifier, "io.proffer.der-key")
  }

  @Test func aLanguageIsNotReadIfTheNameIsThatOfAText() {
    let markdown = Array("# Garden\n\nSee the [plan](plan.html).\n\n- peas\n- beans\n".utf8)
    expectEqual(detector.detection(name: "a.txt", markdown).contentType, .utf8PlainText)
    expectEqual(detector.detection(name: "a", markdown).type.identifier, "net.daringfireball.markdown")
    expectEqual(detector.detection(name: "README", markdown).type.identifier, "net.daringfireball.markdown")
  }
}
