extension CommandDescription {
  /// A command is named in the script by its path: "" for the program, "/type/show" for a command in a group.
  var fishCompletions: String {
    let function = "_\(functionName)"
    var places: [String] = []
    var lines = ""
    walk { path, command in
      let place = path.map { "/\($0)" }.joined()
      if !path.isEmpty { places.append(ShellText.fishQuoted(place)) }
      let start =
        "complete -c \(ShellText.fishQuoted(name)) -n \(ShellText.fishQuoted("\(function)_at '\(place)'"))"
      for subcommand in command.subcommands {
        let summary = ShellText.fishQuoted(subcommand.summary)
        lines += "\(start) -a \(ShellText.fishQuoted(subcommand.name)) -d \(summary)\n"
      }
      for option in command.options { lines += "\(start) \(option.fishArguments)\n" }
      // Fish does not count operands: each place offers what any of them may be.
      var offered: [String] = []
      for operand in command.operands {
        let values = operand.kind.fishValues(isList: false)
        if !values.isEmpty && !offered.contains(values) { offered.append(values) }
      }
      for values in offered { lines += "\(start) \(values)\n" }
    }
    let cases =
      places.isEmpty ? "" : "      case \(places.joined(separator: " "))\n        set path \"$path/$word\"\n"
    return """
      # fish completion for \(name). To use it: \(name) completions fish | source

      # Prints the command on the command line.
      function \(function)_path
        set -l path ''
        set -l words (commandline -opc)
        for word in $words[2..-1]
          string match -q -- '-*' $word; and continue
          switch "$path/$word"
      \(cases)      case '*'
              break
          end
        end
        echo -- $path
      end

      # Whether the command "$argv[1]" is on the command line.
      function \(function)_at
        set -l path (\(function)_path)
        test "$path" = "$argv[1]"
      end

      complete -c \(ShellText.fishQuoted(name)) -f
      \(lines)
      """
  }
}

extension OptionDescription {
  fileprivate var fishArguments: String {
    var parts: [String] = []
    for name in names {
      let isLong = name.hasPrefix("--")
      parts.append("\(isLong ? "-l" : "-s") \(ShellText.fishQuoted(String(name.dropFirst(isLong ? 2 : 1))))")
    }
    if placeholder != nil {
      // Only a file's value may be completed as a file, whatever operands may be.
      parts.append(kind == .file ? "-r" : "-x")
      let values = kind.fishValues(isList: isList)
      if !values.isEmpty { parts.append(values) }
    }
    parts.append("-d \(ShellText.fishQuoted(help))")
    return parts.joined(separator: " ")
  }
}

extension ValueKind {
  /// The arguments of `complete` that offer values of the kind; empty when nothing can be offered.
  fileprivate func fishValues(isList: Bool) -> String {
    switch self {
    case .text: return ""
    case .file: return "-F"
    case .folder: return "-a '(__fish_complete_directories)'"
    case .choice(let words):
      if !isList { return "-a \(ShellText.fishQuoted(words.joined(separator: " ")))" }
      let command = ShellText.fishQuoted("printf '%s\\n' \(words.joined(separator: " "))")
      return "-a \(ShellText.fishQuoted("(__fish_complete_list , \(command))"))"
    }
  }
}
