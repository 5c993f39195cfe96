import Testing
import UniformTypes

@testable import TypeDiscovery

/// Files that are known by their whole name.
@Suite struct WholeNameTests {
  private let detector = TypeDetector(registry: .standard)

  @Test(arguments: [
    ("Dockerfile", "FROM debian:12\n", "io.proffer.dockerfile"),
    ("Jenkinsfile", "pipeline {}\n", "io.proffer.groovy"),
    ("Gemfile", "source 'x'\n", "public.ruby-script"), ("Rakefile", "task :a\n", "public.ruby-script"),
    ("Vagrantfile", "# -*- mode: ruby -*-\n", "public.ruby-script"),
    (".bashrc", "alias a=b\n", "public.bash-script"),
    (".zshrc", "setopt x\n", "public.zsh-script"), (".profile", "umask 022\n", "public.shell-script"),
    (".gitignore", "*.o\n", "public.plain-text"), (".gitconfig", "[user]\n", "com.microsoft.ini"),
    (".editorconfig", "root = true\n", "com.microsoft.ini"), (".env", "A=b\n", "public.plain-text"),
    (".DS_Store", "\0\0\0\u{1}Bud1", "public.data"), ("Makefile", "all:\n", "public.make-source"),
    ("CMakeLists.txt", "project(a)\n", "io.proffer.cmake"), ("composer.lock", "{\"a\": []}\n", "public.json"),
    ("Cargo.lock", "[[package]]\n", "public.toml"),
    ("yarn.lock", "# yarn lockfile v1\n", "public.plain-text"),
    ("go.mod", "module a\n", "public.plain-text"),
  ])
  func theWholeNameMeansItsType(_ name: String, _ text: String, _ expected: String) {
    #expect(detector.type(name: name, Array(text.utf8)).identifier == expected)
  }

  @Test(arguments: [
    ("dockerfile.png", "io.proffer.dockerfile"), ("Makefile.txt", "public.make-source"),
    ("gemfile", "public.ruby-script"),
  ])
  func otherNamesAreNotWholeNames(_ name: String, _ type: String) {
    #expect(detector.type(name: name, Array("words\n".utf8)).identifier != type)
  }

  @Test func bytesThatCannotBeTextDecideAgainstTheName() {
    let detection = detector.detection(name: ".env", Beginning.png)
    #expect(detection.type == .png && detection.isContradicted)
  }
}
