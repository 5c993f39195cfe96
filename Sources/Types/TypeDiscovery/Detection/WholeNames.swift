import ProfferFileSystem
import UniformTypes

/// The types of files that are known by their whole name.
///
/// The programs that read such a file require exactly this name, in most cases with the same capitals.
enum WholeNames {
  /// Returns the identifier of the type; nil if the name is not known.
  static func typeIdentifier(of name: FileName) -> String? { name.string.flatMap { identifiers[$0] } }

  private static let identifiers: [String: String] = {
    var identifiers: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for name in words.dropFirst() { identifiers[name] = words[0] }
    }
    return identifiers
  }()

  /// One type per line, with its names (Source: the documentation of each program).
  private static let table = """
    public.make-source Makefile makefile GNUmakefile
    io.proffer.cmake CMakeLists.txt
    io.proffer.dockerfile Dockerfile Containerfile
    io.proffer.groovy Jenkinsfile
    public.ruby-script Gemfile Rakefile Vagrantfile Podfile Brewfile Guardfile Capfile Fastfile Appfile
    public.python-script SConstruct SConscript wscript
    public.bash-script .bashrc .bash_profile .bash_login .bash_logout .bash_aliases
    public.zsh-script .zshrc .zprofile .zshenv .zlogin .zlogout
    public.ksh-script .kshrc .mkshrc
    public.csh-script .cshrc .login .logout
    public.tcsh-script .tcshrc
    public.shell-script .profile .xinitrc .xsession .xprofile PKGBUILD APKBUILD
    com.microsoft.ini .gitconfig .gitmodules .editorconfig .npmrc .pylintrc .flake8 .coveragerc .pypirc .hgrc
    public.plain-text .gitignore .gitattributes .mailmap .dockerignore .npmignore .netrc .inputrc
    public.plain-text .htaccess .nvmrc .python-version .ruby-version .tool-versions Procfile CODEOWNERS
    public.plain-text yarn.lock Gemfile.lock go.mod go.sum go.work
    public.json composer.lock Pipfile.lock flake.lock package-lock.json .swift-format
    io.proffer.json-with-comments tsconfig.json jsconfig.json tslint.json devcontainer.json .devcontainer.json
    io.proffer.json-with-comments api-extractor.json language-configuration.json .eslintrc.json .babelrc .jshintrc
    io.proffer.json-with-comments .jscsrc .jslintrc .hintrc .swcrc
    io.proffer.environment-text .env .env.local .env.development .env.production .env.test .env.example
    public.toml Cargo.lock poetry.lock pdm.lock uv.lock Pipfile
    public.data .DS_Store
    """
}
