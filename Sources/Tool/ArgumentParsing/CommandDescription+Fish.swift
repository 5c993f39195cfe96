extension CommandDescription {
  /// The completion script for fish.
  ///
  /// The script identifies a command by its path: "" for the program, "/type/show" for a command in a group.
  var fishCompletions: String {
    let function = "_\(functionName)"
    var steps = ""
    var lines = ""
    walk { path, command in
      let place = path.map { "/\($0)" }.joined()
      for subcommand in command.subcommands {
        let words = subcommand.allNames.map { ShellText.fishQuoted("\(place)/\($0)") }.joined(separator: " ")
        steps += "      case \(words)\n"
        steps += "        set path \(ShellText.fishQuoted("\(place)/\(subcommand.name)"))\n"
      }
      if let fallback = command.fallback {
        steps += "      case \(ShellText.fishQuoted("\(place)/*"))\n"
        steps += "        set path \(ShellText.fishQuoted("\(place)/\(fallback)"))\n        break\n"
      }
      let start =
        "complete -c \(ShellText.fishQuoted(name)) -n \(ShellText.fishQuoted("\(function)_at '\(place)'"))"
      for subcommand in command.subcommands {
        let summary = ShellText.fishQuoted(subcommand.summary)
        for name in subcommand.allNames {
          lines += "\(start) -a \(ShellText.fishQuoted(name)) -d \(summary)\n"
        }
      }
      for option in command.options { lines += "\(start) \(option.fishArguments(function: function))\n" }
      // The completions of all operands are offered at each operand, because Fish does not count operands.
      var offered: [String] = []
      for operand in command.fallbackCommand?.operands ?? command.operands {
        let values = operand.kind.fishValues(isList: false, isOperand: true, function: function)
        if !values.isEmpty && !offered.contains(values) { offered.append(values) }
      }
      for values in offered { lines += "\(start) \(values)\n" }
    }
    return """
      # fish completion for \(name). To use it: \(name) completions fish | source

      # Prints the command on the command line.
      function \(function)_path
        set -l path ''
        set -l words (commandline -opc)
        for word in $words[2..-1]
          string match -q -- '-*' $word; and continue
          switch "$path/$word"
      \(steps)      case '*'
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

      # Prints the entries of the folder that is typed: its folders, and its files or those with the extension
      # "$argv[1]". Fish selects those that fit. A dash that would begin an option follows ./. For a word that begins
      # with a dash, fish offers only options, so ./- or -- is needed to complete such a name.
      function \(function)_files
        set -l word (commandline -ct | string unescape; or commandline -ct)
        set -l folder (string match -r -- '^.*/' "$word")
        set -l prefix ./
        contains -- -- (commandline -opc); and set prefix ''
        set -l place (string replace -r -- '^~/' "$HOME/" "$folder")
        set -l entries "$place"*
        string match -q -r -- '(^|/)[.][^/]*$' "$word"; and set -a entries "$place".*
        for entry in $entries
          set -l name "$folder"(string sub -s (math (string length -- "$place") + 1) -- $entry)
          string match -q -- '-*' $name; and set name $prefix$name
          if test -d "$entry"
            echo -- $name/
          else if test -z "$argv[1]"; or string match -q -- "*.$argv[1]" $name
            echo -- $name
          end
        end
      end

      # Prints the candidates of the kind "$argv[1]" for the word that is completed.
      function \(function)_computed
        set -l word (string replace -r -- '^--[^=]*=' '' (commandline -ct))
        set -l parts (string split -r -m1 , -- $word)
        \(ShellText.fishQuoted(name)) __complete $argv[1] "$parts[-1]" (commandline -opc)[2..-1] 2>/dev/null
      end

      complete -c \(ShellText.fishQuoted(name)) -f
      \(lines)
      """
  }
}

extension OptionDescription {
  fileprivate func fishArguments(function: String) -> String {
    var parts: [String] = []
    for name in names {
      let isLong = name.hasPrefix("--")
      parts.append("\(isLong ? "-l" : "-s") \(ShellText.fishQuoted(String(name.dropFirst(isLong ? 2 : 1))))")
    }
    if placeholder != nil {
      // If the value of an option is not a file, files are not offered, even if the operands are files.
      parts.append(kind == .file ? "-r" : "-x")
      let values = kind.fishValues(isList: isList, function: function)
      if !values.isEmpty { parts.append(values) }
    }
    parts.append("-d \(ShellText.fishQuoted(help))")
    return parts.joined(separator: " ")
  }
}

extension ValueKind {
  /// Returns the arguments of `complete` that offer values of the kind; empty if there are none.
  ///
  /// - Parameter isOperand: whether a value that begins with a dash would be an option.
  fileprivate func fishValues(isList: Bool, isOperand: Bool = false, function: String) -> String {
    switch self {
    case .text: return ""
    case .file: return isOperand ? "-a '(\(function)_files)'" : "-F"
    case .folder: return "-a '(__fish_complete_directories)'"
    case .document(let fileExtension): return "-a '(\(function)_files \(fileExtension))'"
    case .computed(let name):
      let command = "\(function)_computed \(name)"
      if !isList { return "-a \(ShellText.fishQuoted("(\(command))"))" }
      return "-a \(ShellText.fishQuoted("(__fish_complete_list , \(ShellText.fishQuoted(command)))"))"
    case .choice(let words):
      if !isList { return "-a \(ShellText.fishQuoted(words.joined(separator: " ")))" }
      let command = ShellText.fishQuoted("printf '%s\\n' \(words.joined(separator: " "))")
      return "-a \(ShellText.fishQuoted("(__fish_complete_list , \(command))"))"
    }
  }
}
