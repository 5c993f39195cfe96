extension CommandDescription {
  /// The completion script for bash.
  ///
  /// The script identifies a command by its path: "" for the program, "/type/show" for a command in a group.
  var bashCompletions: String {
    var commands = ""
    var steps = ""
    var options = ""
    var operands = ""
    walk { path, command in
      let place = path.map { "/\($0)" }.joined()
      let names = command.subcommands.flatMap(\.allNames).map(ShellText.quoted).joined(separator: " ")
      let flags = command.options.flatMap(\.names).map(ShellText.quoted).joined(separator: " ")
      commands += "    \(ShellText.quoted(place))) commands=(\(names)); options=(\(flags)) ;;\n"
      for subcommand in command.subcommands {
        let words = subcommand.allNames.map { ShellText.quoted("\(place)/\($0)") }.joined(separator: " | ")
        steps += "    \(words)) path=\(ShellText.quoted("\(place)/\(subcommand.name)")) ;;\n"
      }
      if let fallback = command.fallback {
        let next = ShellText.quoted("\(place)/\(fallback)")
        steps += "    \(ShellText.quoted("\(place)/"))*) path=\(next) operands=1 ;;\n"
      }
      for option in command.options where option.placeholder != nil {
        let places = option.names.map { ShellText.quoted("\(place) \($0)") }.joined(separator: " | ")
        options += "    \(places)) takes=(\(option.kind.bashWords(isList: option.isList))) ;;\n"
      }
      var number = 0
      for operand in command.fallbackCommand?.operands ?? command.operands {
        let key = ShellText.quoted("\(place) ") + (operand.count.upperBound == 1 ? "\(number)" : "*")
        operands += "    \(key)) takes=(\(operand.kind.bashWords(isList: false))) ;;\n"
        number += 1
      }
    }
    return Self.bashScript(
      name: name, function: functionName, commands: commands, steps: steps, options: options,
      operands: operands)
  }

  private static func bashScript(
    name: String, function: String, commands: String, steps: String, options: String, operands: String
  ) -> String {
    """
    # bash completion for \(name). To use it: source <(\(name) completions bash)

    # Sets commands and options to those that can follow the command "$1".
    \(function)_command() {
      commands=() options=()
      case $1 in
    \(commands)  esac
    }

    # Sets path to the subcommand "$2" of the command "$1".
    \(function)_step() {
      case "$1/$2" in
    \(steps)    *) path=$1/$2 ;;
      esac
    }

    # Sets takes to the kind of the value of the option "$2" of the command "$1"; empty for a flag.
    \(function)_option() {
      takes=()
      case "$1 $2" in
    \(options)    *) ;;
      esac
    }

    # Sets takes to the kind of operand number "$2" of the command "$1"; empty if there is none.
    \(function)_operand() {
      takes=()
      case "$1 $2" in
    \(operands)    *) ;;
      esac
    }

    # Offers the words that begin with $cur.
    \(function)_offer() {
      local word
      for word in "$@"; do
        [[ $word == "$cur"* ]] && COMPREPLY+=("$prefix$word")
      done
    }

    # Offers the files that are the remaining lines, with ./ before a dash that would begin an option.
    \(function)_files() {
      local line
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do
        [[ -n $dashed && $line == -* ]] && line=./$line
        COMPREPLY+=("$prefix$line")
      done
    }

    # Offers values of a kind.
    \(function)_value() {
      local kind=$1 line text number
      local -a words texts
      shift
      if [[ $kind == list-* ]]; then
        kind=${kind#list-}
        if [[ $cur == *,* ]]; then
          prefix+=${cur%,*},
          cur=${cur##*,}
        fi
      fi
      case $kind in
        choice) \(function)_offer "$@" ;;
        file | folder)
          local option=-f
          [[ $kind == folder ]] && option=-d
          \(function)_files < <(compgen "$option" -- "$cur") ;;
        document)
          \(function)_files < <(compgen -f -X "!*.$1" -- "$cur"; compgen -d -- "$cur") ;;
        computed)
          # The words without the backslashes of the shell.
          words=("${COMP_WORDS[@]:1}")
          words=("${words[@]//\\\\/}")
          cur=${cur//\\\\/}
          while IFS=$'\\t' read -r line text; do
            [[ $line == "$cur"* ]] || continue
            # A name with spaces stays one word.
            [[ $line == *[^[:alnum:]._/+@:%,-]* ]] && printf -v line %q "$line"
            COMPREPLY+=("$prefix$line")
            texts+=("$text")
          done < <("${COMP_WORDS[0]}" __complete "$1" "$cur" "${words[@]}" 2>/dev/null)
          # Where bash only lists the candidates, their descriptions follow them.
          if [[ ${COMP_TYPE-} == @(63|33) ]] && ((${#COMPREPLY[@]} > 1)); then
            for ((number = 0; number < ${#COMPREPLY[@]}; number++)); do
              [[ -n ${texts[number]} ]] && COMPREPLY[number]+="  -- ${texts[number]}"
            done
          fi ;;
      esac
    }

    \(function)() {
      local cur=${COMP_WORDS[COMP_CWORD]} prefix='' path='' option='' plain='' dashed='' operands=0 i word
      local -a commands options takes
      COMPREPLY=()
      \(function)_command ''
      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ -n $option ]]; then
          # Bash makes --name=value three words.
          [[ $word == '=' ]] || option=''
        elif [[ -z $plain && $word == -- ]]; then
          plain=1
        elif [[ -z $plain && $word == -?* ]]; then
          \(function)_option "$path" "$word"
          ((${#takes[@]})) && option=$word
        elif ((${#commands[@]})); then
          \(function)_step "$path" "$word"
          \(function)_command "$path"
        else
          ((operands += 1))
        fi
      done
      if [[ -z $option && -z $plain && $cur == --*=* ]]; then
        option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
      fi
      if [[ -n $option ]]; then
        [[ $cur == '=' ]] && cur=''
        \(function)_option "$path" "$option"
        \(function)_value "${takes[@]}"
      elif [[ -z $plain && $cur == -* ]]; then
        \(function)_offer "${options[@]}"
        if ((!${#COMPREPLY[@]})); then
          dashed=1
          \(function)_operand "$path" "$operands"
          \(function)_value "${takes[@]}"
        fi
      else
        [[ -z $plain ]] && dashed=1
        \(function)_offer "${commands[@]}"
        \(function)_operand "$path" "$operands"
        \(function)_value "${takes[@]}"
      fi
    }

    complete -F \(function) \(name)

    """
  }
}

extension ValueKind {
  /// Returns the kind as arguments for the functions of the script: the kind's name, then its words.
  fileprivate func bashWords(isList: Bool) -> String {
    let prefix = isList ? "list-" : ""
    switch self {
    case .text: return "\(prefix)text"
    case .file: return "\(prefix)file"
    case .folder: return "\(prefix)folder"
    case .document(let fileExtension): return "\(prefix)document \(ShellText.quoted(fileExtension))"
    case .computed(let name): return "\(prefix)computed \(ShellText.quoted(name))"
    case .choice(let words): return (["\(prefix)choice"] + words.map(ShellText.quoted)).joined(separator: " ")
    }
  }
}
