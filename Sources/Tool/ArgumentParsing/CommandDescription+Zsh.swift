extension CommandDescription {
  var zshCompletions: String {
    var functions = ""
    walk { path, command in
      let function = path.reduce(functionName) { "\($0)__\($1)" }
      functions += command.zshFunction(named: function, program: functionName)
    }
    return """
      #compdef \(name)
      # zsh completion for \(name). To use it: source <(\(name) completions zsh), or put it on $fpath as _\(name).

      # Offers files, with ./ before a dash that would begin an option.
      \(functionName)_files() {
        local -a dashed
        [[ -z $PREFIX$IPREFIX ]] && dashed=(./-*(N))
        (($#dashed)) && compadd -f -- $dashed
        _files -F '-*' "$@"
      }

      # Offers the candidates of the kind that is the last argument; the others are options of compadd.
      \(functionName)_computed() {
        local kind=$argv[-1] value text
        local -a values texts
        argv[-1]=()
        argv=("${(@)argv:#-}")
        while IFS=$'\\t' read -r value text; do
          values+=("$value")
          texts+=("$value${text:+  -- $text}")
        done < <(\(name) __complete $kind "$PREFIX" "${(@Q)words}" 2>/dev/null)
        (($#values)) && compadd "$@" -l -d texts -a values
      }

      \(functions)if [[ $funcstack[1] == _\(name) ]]; then
        \(functionName) "$@"
      else
        compdef \(functionName) \(name)
      fi

      """
  }

  private func zshFunction(named function: String, program: String) -> String {
    let specifications =
      options.map { $0.zshSpecification(program: program) }
      + (subcommands.isEmpty
        ? operands.enumerated().map { $1.zshSpecification(number: $0 + 1, program: program) }
        : ["'1:command:->command'", "'*::argument:->argument'"])
    let arguments = specifications.map { " \\\n    \($0)" }.joined()
    guard !subcommands.isEmpty else {
      return "\(function)() {\n  _arguments -s -S\(arguments)\n}\n\n"
    }
    let names = subcommands.flatMap { command in
      command.allNames.map { name in
        // A colon separates the name from the summary.
        "    \(ShellText.quoted("\(name.zshEscaped(":")):\(command.summary)"))\n"
      }
    }
    var calls = subcommands.map { command in
      let words = command.allNames.map(ShellText.quoted).joined(separator: "|")
      return "        \(words)) \(function)__\(command.name) ;;\n"
    }
    if let fallback { calls.append("        *) \(function)__\(fallback) ;;\n") }
    let operand = fallbackCommand?.operands.first
    let files =
      operand.map { "; \($0.kind.zshAction(isList: false, isOperand: true, program: program))" } ?? ""
    return """
      \(function)() {
        local curcontext=$curcontext state line
        local -A opt_args
        _arguments -C -s -S\(arguments) && return
        local -a commands
        commands=(
      \(names.joined())  )
        case $state in
          command) _describe -t commands command commands\(files) ;;
          argument)
            case $line[1] in
      \(calls.joined())      esac ;;
        esac
      }


      """
  }
}

extension OptionDescription {
  /// Returns the option as a specification for `_arguments`.
  fileprivate func zshSpecification(program: String) -> String {
    let text = "[\(help.zshEscaped("[]:"))]"
    var value = ""
    if let placeholder {
      value = ":\(placeholder.zshEscaped(":")):\(kind.zshAction(isList: isList, program: program))"
    }
    // The value of an option can follow in the same word or in the next word.
    let spelled = names.map { placeholder == nil ? $0 : $0.hasPrefix("--") ? "\($0)=" : "\($0)+" }
    let before = isRepeatable ? "*" : names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
    guard names.count > 1 else { return ShellText.quoted(before + spelled[0] + text + value) }
    return "\(ShellText.quoted(before)){\(spelled.joined(separator: ","))}\(ShellText.quoted(text + value))"
  }
}

extension OperandDescription {
  fileprivate func zshSpecification(number: Int, program: String) -> String {
    let place = count.upperBound > 1 ? "*" : count.lowerBound == 0 ? "\(number):" : "\(number)"
    return ShellText.quoted(
      "\(place):\(placeholder.zshEscaped(":")):\(kind.zshAction(isList: false, isOperand: true, program: program))"
    )
  }
}

extension ValueKind {
  /// Returns the `_arguments` action that completes the value.
  ///
  /// - Parameter isOperand: whether a value that begins with a dash would be an option.
  fileprivate func zshAction(isList: Bool, isOperand: Bool = false, program: String) -> String {
    let files = isOperand ? "\(program)_files" : "_files"
    return switch self {
    case .text: " "
    case .file: files
    case .folder: "_files -/"
    case .document(let fileExtension): "_files -g \"*.\(fileExtension)\""
    case .computed(let name):
      isList ? "_sequence \(program)_computed - \(name)" : "\(program)_computed \(name)"
    case .choice(let words):
      isList
        ? "_sequence compadd - \(words.joined(separator: " "))" : "(\(words.joined(separator: " ")))"
    }
  }
}

extension String {
  /// Returns the text with a backslash before each special character and before each backslash.
  fileprivate func zshEscaped(_ special: String) -> String {
    map { special.contains($0) || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
