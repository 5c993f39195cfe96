import TestSupport;
import Testing

@testable import SystemPackages

struct SystemPackageTests {
  @Test(arguments: [
    ("ID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"24.04\"\n", "ubuntu", "24.04", PackageManager.apt),
    ("NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "linuxmint", "", .apt),
    ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\nVERSION_ID=\"9.4\"\n", "rocky", "9.4", .dnf),
    ("ID=arch\n", "arch", "", .pacman), ("ID=alpine\nVERSION_ID=3.22.0\n", "alpine", "3.22.0", .apk),
    ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n", "opensuse-leap", "", .zypper),
  ])
  func aDistributionHasAPackageManager(
    _ text: String, _ name: String, _ version: String, _ manager: PackageManager
  ) throws {
    let distribution = try require(SystemDistribution(osRelease: text))
    expectEqual(distribution.name, name)
    expectEqual(distribution.version ?? "", version)
    expectEqual(distribution.manager, manager)
  }

  @Test func aTextWithoutNameIsNoDistribution() {
    expectNil(SystemDistribution(osRelease: "# ID=debian\nNAME=x\n"))
    expectNil(SystemDistribution(osRelease: "ID=plan9\n")?.manager)
  }

  @Test func theInstructionNamesThePackageOfTheDistribution() {
    let poppler = SystemPackage.program("pdftotext")
    func instruction(_ text: String) -> String? {
      poppler?.instruction(on: SystemDistribution(osRelease: text))
    }
    expectEqual(instruction("ID=debian"), "install it with “apt install poppler-utils”")
    expectEqual(instruction("ID=arch"), "install it with “pacman -S poppler”")
    expectEqual(instruction("ID=opensuse-leap"), "install it with “zypper install poppler-tools”")
    expectEqual(
      instruction("ID=plan9"),
      "install the package poppler-utils (apt, dnf, apk), poppler (pacman, brew) or poppler-tools (zypper)"
    )
  }

  @Test func aReleaseCanHaveAnotherName() {
    let old = SystemDistribution(name: "ubuntu", version: "22.04", relatives: ["debian"])
    let new = SystemDistribution(name: "debian", version: "12")
    expectEqual(SystemPackage.tiff.instruction(on: old), "install it with “apt install libtiff5”")
    expectEqual(SystemPackage.tiff.instruction(on: new), "install it with “apt install libtiff6”")
  }

  @Test func theEncoderOfAReleaseCanBeAPackageOfItsOwn() {
    let debian = SystemDistribution(name: "debian", version: "13")
    expectEqual(
      SystemPackage.av1Encoder.instruction(on: debian),
      "install it with “apt install libheif-plugin-aomenc”")
  }

  @Test func aMissingPackageIsNamedWithItsInstruction() {
    let text = SystemPackage.png.missing(neededBy: "PNG", as: "the library")
    expect(text.hasPrefix("PNG needs the library libpng, which is not installed; install "), text)
  }
}
