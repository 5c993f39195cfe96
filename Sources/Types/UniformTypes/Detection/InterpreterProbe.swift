/// Scripts, by the interpreter that their first line names.
struct InterpreterProbe {
  private let data: PrefixBytes

  init(_ data: PrefixBytes) { self.data = data }

  private static let interpreters = [
    "sh": "public.shell-script", "dash": "public.shell-script", "ash": "public.shell-script",
    "fish": "public.shell-script", "bash": "public.bash-script", "zsh": "public.zsh-script",
    "ksh": "public.ksh-script",
    "csh": "public.csh-script", "tcsh": "public.tcsh-script", "python": "public.python-script",
    "perl": "public.perl-script", "ruby": "public.ruby-script", "php": "public.php-script",
    "node": "com.netscape.javascript-source", "deno": "com.netscape.javascript-source",
    "osascript": "com.apple.applescript.text", "swift": "public.swift-source", "lua": "org.lua.lua-source",
    "julia": "org.julia.julia-script",
  ]

  var matches: [SignatureMatch] {
    guard data.has("#!"), let interpreter = interpreter, !interpreter.isEmpty else { return [] }
    let plain = interpreter.prefix { !$0.isNumber && $0 != "." }
    let type = Self.interpreters[interpreter] ?? Self.interpreters[String(plain)] ?? "public.script"
    return [
      SignatureMatch(type, .likely, "first line names the interpreter \(interpreter)", agreedByteCount: 6)
    ]
  }

  /// The program that the first line names, also behind `env`, its options and its settings.
  private var interpreter: String? {
    let line = data.text(at: 2, count: 256).prefix { $0 != "\n" && $0 != "\r" && $0 != "\r\n" }
    var words = line.split { $0 == " " || $0 == "\t" }[...]
    guard let program = words.popFirst()?.split(separator: "/").last else { return nil }
    guard program == "env" else { return String(program) }
    let named = words.first { !$0.hasPrefix("-") && !$0.contains("=") }
    return named?.split(separator: "/").last.map(String.init) ?? "env"
  }
}
