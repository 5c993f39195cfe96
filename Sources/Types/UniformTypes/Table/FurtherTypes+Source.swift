extension FurtherTypes {
  /// Types of source code that Apple does not declare.
  static let source: StaticString = #"""
    import io.proffer.python-bytecode: public.data
      extension pyc pyo
      mime application/x-python-code application/x-python-bytecode application/x-bytecode.python
      description Python bytecode
    import io.proffer.commonjs: com.netscape.javascript-source
      extension cjs
      description CommonJS source
    import io.proffer.jsx: com.netscape.javascript-source
      extension jsx
      mime text/jsx
      description JSX source
    import io.proffer.typescript-module: com.microsoft.typescript
      extension mts cts
      description TypeScript module
    import io.proffer.vue: public.text
      extension vue
      mime text/x-vue
      description Vue component
    import io.proffer.svelte: public.text
      extension svelte
      mime text/x-svelte
      description Svelte component
    import io.proffer.astro: public.text
      extension astro
      description Astro component
    import io.proffer.groovy: public.source-code
      extension groovy gvy gy gsh
      mime text/x-groovy
      description Groovy source
    import io.proffer.gradle: io.proffer.groovy
      extension gradle
      mime text/x-gradle
      description Gradle build file
    import io.proffer.erlang: public.source-code
      extension erl hrl
      mime text/x-erlang
      description Erlang source
    import io.proffer.elixir: public.source-code
      extension ex exs
      mime text/x-elixir application/x-elixir
      description Elixir source
    import io.proffer.clojure: public.source-code
      extension clj cljs cljc edn
      mime text/x-clojure
      description Clojure source
    import io.proffer.fsharp: public.source-code
      extension fs fsi fsx
      mime text/x-fsharp
      description F# source
    import io.proffer.visual-basic: public.source-code
      extension vb bas vbs
      mime text/x-vb text/vbscript text/vbs
      description Visual Basic source
    import io.proffer.fish-script: public.shell-script
      extension fish
      mime application/x-fishscript text/x-fish
      description fish script
    import io.proffer.powershell: public.script
      extension ps1 psm1 psd1
      mime application/x-powershell
      description PowerShell script
    import io.proffer.sass: public.css
      extension sass
      mime text/x-sass
      description Sass style sheet
    import io.proffer.scss: public.css
      extension scss
      mime text/x-scss
      description SCSS style sheet
    import io.proffer.less: public.css
      extension less
      mime text/x-less
      description Less style sheet
    import io.proffer.webassembly: public.data public.executable
      extension wasm
      mime application/wasm
      description WebAssembly module
    import io.proffer.webassembly-text: public.source-code
      extension wat wast
      mime text/x-wasm text/wasm
      description WebAssembly text
    import public.nasm-assembly-source: public.source-code
      extension nasm asm
      mime text/x-nasm
      description NASM source
    import io.proffer.zig: public.source-code
      extension zig zon
      mime text/x-zig
      description Zig source
    import io.proffer.nim: public.source-code
      extension nim nims nimble
      mime text/x-nim
      description Nim source
    import public.protobuf-source: public.source-code
      extension proto
      mime text/x-protobuf application/x-protobuf-source
      description Protocol Buffers source
    import io.proffer.graphql: public.source-code
      extension graphql gql graphqls
      mime application/graphql
      description GraphQL source
    import io.proffer.terraform: public.source-code
      extension tf tfvars
      mime text/x-terraform
      description Terraform configuration
    import io.proffer.hcl: public.source-code
      extension hcl
      mime text/x-hcl application/hcl
      description HCL configuration
    import io.proffer.cmake: public.source-code
      extension cmake
      mime text/x-cmake
      description CMake source
    import org.khronos.glsl-source: public.source-code
      extension glsl comp tesc tese
      mime text/x-glsl
      description GLSL source
    import com.microsoft.hlsl: public.source-code
      extension hlsl fx
      mime text/x-hlsl
      description HLSL source
    import io.proffer.wgsl: public.source-code
      extension wgsl
      mime text/wgsl
      description WGSL source
    import com.apple.metal: public.source-code
      extension metal
      mime text/x-metal
      description Metal source
    import public.opencl-source: public.source-code
      extension cl
      mime text/x-opencl-src
      description OpenCL source
    import io.proffer.cuda: public.c-plus-plus-source
      extension cu cuh
      mime text/x-cuda
      description CUDA source
    import io.proffer.arduino: public.c-plus-plus-source
      extension ino pde
      mime text/x-arduino
      description Arduino sketch
    import io.proffer.solidity: public.source-code
      extension sol
      mime text/x-solidity
      description Solidity source
    import org.gnu.emacs-lisp: public.source-code
      extension el
      mime text/x-emacs-lisp
      description Emacs Lisp source
    import io.proffer.lisp: public.source-code
      extension lisp lsp
      mime text/x-common-lisp
      description Lisp source
    import io.proffer.scheme: public.source-code
      extension scm ss sld
      mime text/x-scheme
      description Scheme source
    import io.proffer.racket: public.source-code
      extension rkt
      mime text/x-racket
      description Racket source
    import io.proffer.ocaml: public.source-code
      extension ml mli
      mime text/x-ocaml
      description OCaml source
    import io.proffer.standard-ml: public.source-code
      extension sml
      mime text/x-sml
      description ML source
    import io.proffer.prolog: public.source-code
      extension pro prolog
      mime text/x-prolog
      description Prolog source
    import io.proffer.tcl: public.script
      extension tcl tk
      mime text/x-tcl text/tcl application/x-tcl
      description Tcl script
    import io.proffer.awk-script: public.script
      extension awk
      mime application/x-awk
      description AWK script
    import io.proffer.vala: public.source-code
      extension vala vapi
      mime text/x-vala
      description Vala source
    import io.proffer.crystal: public.source-code
      extension cr
      mime text/x-crystal text/crystal
      description Crystal source
    import io.proffer.coffeescript: public.source-code
      extension coffee litcoffee
      mime application/vnd.coffeescript text/x-coffeescript
      description CoffeeScript source
    import io.proffer.verilog: public.source-code
      extension v vh
      mime text/x-verilog
      description Verilog source
    import io.proffer.system-verilog: public.source-code
      extension sv svh
      mime text/x-svsrc text/x-svhdr
      description SystemVerilog source
    import io.proffer.vhdl: public.source-code
      extension vhdl
      mime text/x-vhdl
      description VHDL source
    import io.proffer.matlab: public.source-code
      extension m
      mime text/x-matlab text/x-octave
      description MATLAB source
    import io.proffer.cobol: public.source-code
      extension cbl cob cobol
      mime text/x-cobol
      description COBOL source
    import io.proffer.eiffel: public.source-code
      extension e eif
      mime text/x-eiffel
      description Eiffel source
    import io.proffer.haxe: public.source-code
      extension hx
      mime text/x-haxe
      description Haxe source
    import io.proffer.genie: public.source-code
      extension gs
      mime text/x-genie
      description Genie source
    import io.proffer.ooc: public.source-code
      extension ooc
      mime text/x-ooc
      description ooc source
    import io.proffer.gdscript: public.source-code
      extension gd
      mime application/x-gdscript
      description Godot script
    import io.proffer.purescript: public.source-code
      extension purs
      mime text/x-purescript
      description PureScript source
    import io.proffer.elm: public.source-code
      extension elm
      mime text/x-elm
      description Elm source
    import io.proffer.nix: public.source-code
      extension nix
      mime text/x-nix
      description Nix expression
    import io.proffer.starlark: public.source-code
      extension bzl star bazel
      mime text/x-starlark
      description Starlark source
    import io.proffer.meson: public.source-code
      mime text/x-meson
      description Meson build file
    import io.proffer.dockerfile: public.source-code
      extension dockerfile containerfile
      mime text/x-dockerfile application/x-docker-file
      description Container build file
    import io.proffer.qml: public.source-code
      extension qml qmltypes qmlproject
      mime text/x-qml
      description QML source
    import io.proffer.qt-user-interface: public.xml
      extension ui
      mime application/x-designer
      description Qt user interface
    import io.proffer.twig: public.text
      extension twig
      mime text/x-twig
      description Twig template
    import io.proffer.jinja-template: public.plain-text
      extension j2 jinja jinja2
      mime text/x-jinja
      description Jinja template
    import io.proffer.handlebars: public.text
      extension hbs handlebars mustache
      mime text/x-handlebars-template
      description Handlebars template
    import io.proffer.embedded-ruby: public.text
      extension erb rhtml
      mime application/x-erb
      description Embedded Ruby
    import io.proffer.java-server-page: public.text
      extension jsp jspx
      mime application/x-jsp
      description Java server page
    import io.proffer.active-server-page: public.text
      extension asp aspx ashx
      mime application/x-asp
      description Active server page
    import io.proffer.razor: public.text
      extension cshtml razor
      description Razor page
    import io.proffer.pug: public.text
      extension pug jade
      mime text/x-pug
      description Pug template
    import io.proffer.stylus: public.css
      extension styl
      mime text/x-stylus
      description Stylus style sheet
    import io.proffer.thrift: public.source-code
      extension thrift
      mime text/x-thrift
      description Thrift definition
    import io.proffer.cap-n-proto: public.source-code
      extension capnp
      mime text/x-capnp
      description Cap'n Proto schema
    import io.proffer.idl: public.source-code
      extension idl
      mime text/x-idl
      description Interface definition
    import io.proffer.gettext-translation: public.plain-text
      extension po
      mime text/x-gettext-translation application/x-gettext text/x-po
      description gettext translation
    import io.proffer.gettext-template: public.plain-text
      extension pot
      mime text/x-gettext-translation-template text/x-pot
      description gettext template
    import io.proffer.gettext-catalogue: public.data
      extension mo gmo
      mime application/x-gettext-translation
      description Compiled gettext catalogue
    import io.proffer.qt-translation: public.xml
      extension ts
      mime text/vnd.trolltech.linguist
      description Qt translation
    import io.proffer.graphviz: public.source-code
      extension gv dot
      mime text/vnd.graphviz
      description Graphviz graph
    import io.proffer.plantuml: public.plain-text
      extension puml plantuml iuml wsd
      mime text/x-plantuml
      description PlantUML diagram
    import io.proffer.mermaid: public.plain-text
      extension mmd mermaid
      mime text/vnd.mermaid
      description Mermaid diagram
    import io.proffer.gnuplot: public.source-code
      extension gp gnuplot plt gpi
      mime application/x-gnuplot
      description Gnuplot script
    import io.proffer.r-markdown: net.daringfireball.markdown
      extension rmd qmd
      mime text/x-rmarkdown
      description R Markdown
    import io.proffer.mdx: net.daringfireball.markdown
      extension mdx
      mime text/mdx
      description MDX text
    import io.proffer.r-source: public.source-code
      extension r
      mime text/x-r text/x-rsrc
      description R source
    import io.proffer.r-project: public.plain-text
      extension rproj
      description R project
    import io.proffer.literate-haskell: org.haskell.haskell-script
      extension lhs
      mime text/x-literate-haskell
      description Literate Haskell
    import io.proffer.autoconf: public.source-code
      extension m4 ac
      mime text/x-m4 application/x-m4
      description m4 source
    import io.proffer.automake: public.source-code
      extension am
      description Automake source
    import io.proffer.rpm-specification: public.source-code
      extension spec
      mime text/x-rpm-spec
      description RPM specification
    import io.proffer.visual-studio-solution: public.plain-text
      extension sln
      description Visual Studio solution
    import io.proffer.msbuild-project: public.xml
      extension csproj vbproj fsproj vcxproj props targets
      mime application/x-msbuild+xml
      description MSBuild project
    import io.proffer.makefile-dependency: public.plain-text
      extension dep
      description Makefile dependencies
    import io.proffer.linker-script: public.source-code
      extension ld lds
      description Linker script
    import io.proffer.llvm-bitcode: public.data
      extension bc
      mime application/x-llvm
      description LLVM bitcode
    import io.proffer.cython: public.source-code
      extension pxd pxi
      mime text/x-cython
      description Cython source
    import io.proffer.gherkin: public.plain-text
      extension feature
      mime text/x-gherkin
      description Gherkin feature
    import io.proffer.sagemath: public.python-script
      extension sage
      mime text/x-sagemath
      description SageMath source
    """#
}
