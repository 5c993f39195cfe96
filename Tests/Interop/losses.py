#!/usr/bin/env python3
"""The witness of losses: marks that conversions drop without counting them.

usage: losses.py PROFFER [--seconds N] [--seed N] [--only TEXT]

Makes documents with one marked thing each (a word, a link, a picture, emphasis, a colour, a level, a number ...) in every
place that a format has for it, converts each to every type, and fails where the mark is not in the result and no loss was
counted. Without --seconds every mark is tried in every place once; with it, marks are then put in random places inside
others for so long. A conversion that is refused, and one that says what it lost, is right. An embedded picture ("kept
picture") must be counted as lost in plain text and Markdown. With --media FOLDER, its bytes must be in a file to which a
link leads; with --media inline, they must be in the link itself. If a key is repeated, its last value ("last value") must
be in the result even if a loss was counted. Word and OpenDocument files (office_marks.py) are documents and results if
the program itself reads and writes them.
"""
import base64, json, os, plistlib, random, re, shutil, subprocess, sys, tempfile, time, urllib.parse, zipfile
import office_marks

PNG = base64.b64encode(bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf5000000385018180f4b4"
    "3b0000000049454e44ae426082")).decode()
HEX = base64.b64decode(PNG).hex()
RICH = ["html", "md", "rtf", "rtfd", "webarchive", "textbundle", "txt"]
DATA = ["json", "plist", "bplist", "csv", "tsv", "ndjson"]
# Forms of word processors: how a document is written. Those that another program would convert are left out.
OFFICE = {"docx": office_marks.write_word, "odt": office_marks.write_open, "fodt": office_marks.write_flat}
# Conversions to Markdown that keep pictures in a folder or in the text.
MEDIA = {"md --media": "pictures", "md --media inline": "inline"}
TYPES = {"rtfd": "com.apple.rtfd", "plist": "com.apple.xml-property-list", "bplist": "com.apple.binary-property-list"}
# What shows that a thing of a kind is there, by the form of the result; a word, a link or a number shows as itself.
SIGNS = {
    "picture": {"html": r"<img(?![^>]*data-type=.com.microsoft)|<picture", "md": r"!\[|<img|\]\(assets/", "rtf": r"\\pict|NeXTGraphic"},
    "bold": {"html": r"<(b|strong)\b|bold|font-weight", "md": r"\*\*|__|<(b|strong)\b", "rtf": r"\\b\b|\\b "},
    "italic": {"html": r"<(i|em)\b|italic", "md": r"[*_]|<(i|em)\b", "rtf": r"\\i\b|\\i "},
    "strike": {"html": r"<(s|del|strike)\b|line-through", "md": r"~~|<(s|del)\b", "rtf": r"\\strike"},
    "underline": {"html": r"<u\b|underline", "md": r"<u\b", "rtf": r"\\ul\b|\\ul "},
    "sup": {"html": r"<sup|super", "md": r"<sup", "rtf": r"\\super|\\up"},
    "sub": {"html": r"<sub|vertical-align: *sub", "md": r"<sub", "rtf": r"\\sub\b|\\dn"},
    "colour": {"html": r"#12ab34|rgb\(18", "md": r"#12ab34", "rtf": r"\\red18\\green171\\blue52"},
    "heading": {"html": r"<h3", "md": r"^[> \-+*\d.]*### ", "rtf": r"outlinelevel2"},
    "bullets": {"html": r"<ul", "md": r"^[> ]*[-*+] |<ul", "rtf": r"\\ls\d|listtext|\\pn"},
    "start": {"html": r"""start=["']?7""", "md": r"^(?:[> \-+*]|\d+[.)] )*7[.)] ", "rtf": r"levelstartat7|\b7\."},
    "code": {"html": r"<(code|pre|tt|kbd|samp)\b|monospace|Courier", "md": r"`|^ {4}|<(kbd|samp|code)|Courier", "rtf": r"Courier|Menlo|Mono|\\fmodern"},
    # A quotation may begin in the line of a list's mark.
    "quote": {"html": r"<blockquote", "md": r"^(?:[-*+ ]|\d+[.)] |\[[ x]\] |> )*>", "rtf": r"\\li\d"},
    "table": {"html": r"<table", "md": r"^[> ]*\||<table", "rtf": r"\\trowd"},
    "rule": {"html": r"<hr", "md": r"^[> \-+*\d.]*(---+|\* ?\* ?\*|___+) *$|<hr", "rtf": r"\\brdrb"},
    "align": {"html": r"center", "md": r"center|:-+:", "rtf": r"\\qc"},
    "merged": {"html": r"colspan", "md": r"colspan", "rtf": r"\\clmgf|\\clmrg|\\cellx"},
    "roman": {"html": r"""lower-roman|type=["']?i""", "md": r"lower-roman", "rtf": r"levelnfcn?2|\bvii\b"},
    # In code, a break starts a new line; a quotation mark may precede the first line.
    "break": {"html": r"<br|<code[^>]*>[^<]*b\nc", "md": r"(\\| {2})$|<br|```.*\n[ >]*“?b\n[ >]*c", "rtf": r"\\line|\\\n|\\f1\b\S* ?\S*b\\par\n"},
    "task": {"html": r"checkbox|☑|☒", "md": r"\[x\]", "rtf": r"☑|\\u9745|\\u9746|\[x\]"},
    "small caps": {"html": r"small-caps", "md": r"small-caps", "rtf": r"\\scaps"},
    "day": {"html": r"2001-02-03", "md": r"2001-02-03", "rtf": r"\\yr2001\\mo2\\dy3"},
    "font": {"html": r"Georgia", "md": r"Georgia", "rtf": r"Georgia"},
    "anchor": {"html": r"""(id|name)=["']?zmark""", "md": r"""(id|name)=["']?zmark|^[> ]*#+ [Zz]mark""", "rtf": r"bkmkstart zmark"},
    "note": {"html": r"data-footnote-ref", "md": r"\[\^1\](?!:)", "rtf": r"\\footnote"},
    "terms": {"html": r"<dl", "md": r"<dl", "rtf": r"Definition Term;"}, "row heading": {"html": r"<th\b", "md": r"(?!)", "rtf": r"Row Heading;"},
    "outer number": {"html": r"list-style-type:'1\.1", "md": r"(?!)", "rtf": r"leveltext\\'04\\'0\d\.\\'0\d"},
    "page": {"html": r"page-break|break-(after|before)", "md": r"page-break|break-(after|before)", "rtf": r"\\page\b|\\pagebb"},
    "spaces": {"html": r"(&nbsp;|\xa0| ){4}|pre|<code", "md": r"( |\xa0|&nbsp;){4}", "rtf": r"( |\\~){4}", "txt": r" {4}"},
    "tab": {"html": r"\t|&#9;|&Tab;", "md": r"\t|&Tab;|&#9;|^ {4}", "rtf": r"\\tab\b", "txt": r"\t"},
    "blank": {"html": r"(<p>(<br>|&nbsp;|\xa0)?</p>\s*){2}|<br>\s*<br>|<pre", "md": r"&nbsp;|<br|```", "rtf": r"(\\par\s*){3}|(\\line\s*){2}", "txt": r"\n\n\n"},
}
PLAIN = {
    "outer number": r"1\.1\.",
    "bullets": r"[•*-] ", "start": r"7\.", "roman": r"vii\.", "quote": r"^(?:[ •◦▪☑☐]|\w+[.)] |> )*> ", "rule": r"[-─*⸻]{3}", "break": r"\n", "task": r"[☑☒]|\[x\]",
    "table": r"\S  +\S|\t",
}
BLOCKS = [
    "<p>%s</p>", "<div>%s</div>", "<h2>%s</h2>", "<ul><li>%s</li></ul>", "<ol><li>%s</li></ol>", "<blockquote>%s</blockquote>",
    "<table><tr><td>%s</td><td>b</td></tr></table>", "<table><tr><th>%s</th></tr><tr><td>b</td></tr></table>",
    "<table><caption>%s</caption><tr><td>b</td></tr></table>", "<pre>%s</pre>", "<dl><dt>%s</dt><dd>b</dd></dl>",
    "<dl><dt>a</dt><dd>%s</dd></dl>", "<details><summary>%s</summary>b</details>", "<details><summary>a</summary>%s</details>",
    "<figure><img alt=a src=a.png><figcaption>%s</figcaption></figure>", "<figure>%s</figure>", "<address>%s</address>",
    "<fieldset><legend>%s</legend>b</fieldset>", "<form><label>%s <input></label></form>", "<center>%s</center>",
    "<section><header>%s</header></section>", "<footer>%s</footer>", "<nav>%s</nav>", "<aside>%s</aside>", "<dialog open>%s</dialog>",
    "<noscript>%s</noscript>", "<noframes>%s</noframes>", "<table>%s<tr><td>b</td></tr></table>", "<ul>%s<li>b</li></ul>",
    "<svg><foreignObject>%s</foreignObject></svg>", "<svg><path>%s", "<hgroup>%s</hgroup>", "<menu><li>%s</menu>", "<dir><li>%s</dir>",
    "<td>%s</td>", "</p>%s", "<table><tr>%s</tr></table>", "<table><tr><td><table><tr><td>%s</table></table>",
    "<table><tfoot><tr><td>%s</tfoot></table>", "<li>%s</li>", "<body>%s</body>", "<object data=a>%s</object>", "<video>%s</video>",
    "<canvas>%s</canvas>", "<div style='display:none'>%s</div>", "<style>.t{display:none} .t.on{display:block}</style><div class='t on'>%s</div>",
    "<style>.t{display:none} .t:first-child{display:block}</style><div class='t'>%s</div>",
    "<style>.t{display:none} @media (min-width:1px){.t{display:block}}</style><div class='t'>%s</div>",
    "<div hidden>%s</div>", "<p>a<![CDATA[%s]]></p>", "<custom-element>%s</custom-element>", "<marquee>%s</marquee>",
]
INLINES = [
    "<b>%s</b>", "<i>%s</i>", "<u>%s</u>", "<s>%s</s>", "<sup>%s</sup>", "<sub>%s</sub>", "<code>%s</code>", "<kbd>%s</kbd>",
    "<samp>%s</samp>", "<mark>%s</mark>", "<small>%s</small>", "<q>%s</q>", "<abbr>%s</abbr>", "<cite>%s</cite>", "<var>%s</var>",
    "<a href='http://x.example/'>%s</a>", "<a>%s</a>", "<span style='color:red'>%s</span>", "<ruby>a<rt>%s</rt></ruby>",
    "<ruby>%s<rt>a</rt></ruby>", "<button>%s</button>", "<label>%s</label>", "<ins>%s</ins>", "<del>%s</del>", "<bdo dir=rtl>%s</bdo>",
    "<font face=Georgia>%s</font>", "<time>%s</time>", "<data value=1>%s</data>", "<output>%s</output>", "<tt>%s</tt>",
]
WORDS = [
    ("text", "%s"), ("option", "<select><option>%s</option></select>"), ("area", "<textarea>%s</textarea>"),
    ("area, CR LF", "<textarea>a&#13;&#10;%s&#13;&#10;</textarea>"), ("code, CR LF", "<pre>a&#13;&#10;%s&#13;&#10;</pre>"),
    ("button", "<input type=submit value='%s'>"), ("field", "<input value='%s'>"), ("placeholder", "<input placeholder='%s'>"),
    ("alt", "<img src=a.png alt='%s'>"), ("title of a picture", "<img src=a.png title='%s'>"), ("title of a link", "<a href='http://x.example/' title='%s'>b</a>"),
    ("title of a word", "<abbr title='%s'>b</abbr>"), ("title of a span", "<span title='%s'>b</span>"), ("drawing", "<svg><text>%s</text></svg>"),
    ("formula", "<math><mtext>%s</mtext></math>"), ("formula's source", "<math><mi>x</mi><annotation encoding='application/x-tex'>%s</annotation></math>"),
    ("template", "<template>%s</template>"), ("frame", "<iframe srcdoc='%s'></iframe>"), ("progress", "<progress>%s</progress>"), ("meter", "<meter>%s</meter>"),
    ("before", "<style>p::before{content:'%s'}</style><p>b</p>"), ("after", "<style>.a:after{content:\"%s\"}</style><p class=a>b</p>"),
    ("comment", "b<!-- %s -->"), ("optgroup", "<select><optgroup label='%s'><option>b</select>"), ("datalist", "<datalist><option value='%s'></datalist>"),
    ("xmp", "<xmp>%s</xmp>"), ("listing", "<listing>%s</listing>"), ("plaintext", "<plaintext>%s"), ("summary of a table", "<table summary='%s'><tr><td>b</table>"),
    ("language", "<pre><code class='language-%s'>b</code></pre>"), ("source of a quotation", "<blockquote cite='http://%s.example/'>b</blockquote>"),
    ("area of a map", "<map><area href='http://%s.example/' alt=b></map>"), ("frame's page", "<iframe src='http://%s.example/'></iframe>"),
    ("video", "<video src='http://%s.example/'></video>"), ("embedded", "<embed src='http://%s.example/'>"), ("object", "<object data='http://%s.example/'></object>"),
    ("picture's address", "<img src='http://%s.example/a.png'>"), ("link", "<a href='http://%s.example/'>b</a>"), ("empty link", "<a href='http://%s.example/'></a>"),
    ("second picture", "<picture><source srcset='http://%s.example/a.webp'><img src=a.png></picture>"), ("form's target", "<form action='http://%s.example/'>b</form>"),
    ("link of a picture", "<a href='http://%s.example/'><img src=a.png alt=b></a>"), ("fragment", "<a href='#%s'>b</a>"), ("aria", "<a href='http://x.example/' aria-label='%s'></a>"),
    ("link around blocks", "<a href='http://%s.example/'><p>b</p><p>c</p></a>"),
    ("other forms of a picture", "<img src='http://x.example/a.png' srcset='http://%s.example/b.png 2x'>"), ("time", "<time datetime='%s'>b</time>"),
    ("value", "<data value='%s'>b</data>"), ("picture behind text", "<p style='background-image:url(%s.png)'>b</p>"),
    ("picture behind a cell", "<table><tr><td background='%s.png'>b</table>"), ("marker's picture", "<ul style='list-style-image:url(%s.png)'><li>b</ul>"),
    ("saved name", "<a href='http://x.example/' download='%s'>b</a>"), ("label", "<p aria-label='%s'>b</p>"), ("property", "<meta property='og:title' content='%s'><p>b"),
    ("item's property", "<meta itemprop=name content='%s'><p>b"), ("permanent address", "<link rel=canonical href='http://%s.example/'><p>b"),
    ("hidden field", "<form><input type=hidden name=a value='%s'>b</form>"),
]
THINGS = [
    ("picture", "<img src='data:image/png;base64,%s' alt='b'>" % PNG), ("bold", "<b>b</b>"), ("italic", "<i>b</i>"), ("strike", "<s>b</s>"),
    ("underline", "<u>b</u>"), ("sup", "b<sup>2</sup>"), ("sub", "b<sub>2</sub>"), ("colour", "<span style='color:#12ab34'>b</span>"),
    ("colour", "<mark style='background:#12ab34'>b</mark>"), ("heading", "<h3>b</h3>"), ("bullets", "<ul><li>b</li><li>c</li></ul>"),
    ("start", "<ol start=7><li>b</li></ol>"), ("code", "<code>b</code>"), ("quote", "<blockquote>b</blockquote>"),
    ("table", "<table><tr><td>b</td><td>c</td></tr><tr><td>b</td><td>c</td></tr></table>"), ("rule", "<hr>"), ("align", "<p align=center>b</p>"),
    ("merged", "<table><tr><td colspan=2>b</td></tr><tr><td>b</td><td>c</td></tr></table>"), ("roman", "<ol type=i start=7><li>b</li></ol>"),
    ("break", "b<br>c"), ("task", "<ul><li><input type=checkbox checked> b</li></ul>"), ("font", "<span style='font-family:Georgia'>b</span>"),
    ("small caps", "<span style='font-variant:small-caps'>b</span>"), ("small caps", "<span style='font:small-caps 9pt serif'>b</span>"),
    ("anchor", "<p id=zmark>b</p><a href='#zmark'>c</a>"), ("anchor", "<a name=zmark></a>b"), ("page", "<p style='page-break-after:always'>b</p>"), ("page", "<hr style='break-before:page'>"),
    ("colour", "<table><tr><td style='background:#12ab34'>b</td></tr></table>"), ("colour", "<p style='background-color:#12ab34'>b</p>"),
    ("note", "b<a data-footnote-ref href='#n1' id=r1>1</a><section data-footnotes><ol><li id=n1>c</li></ol></section>"),
    ("note", "b<a href='#_ftn1' name=_ftnref1>[1]</a><div id=ftn1><p><a href='#_ftnref1' name=_ftn1>[1]</a> c</div>"),
    ("note", "b<a href='#sdfootnote1sym'>1</a><div id=sdfootnote1><p><a href='#sdfootnote1anc' name=sdfootnote1sym>1</a>c</div>"),
    ("terms", "<dl><dt>b</dt><dd>c</dd></dl>"),
    ("outer number", "<ol><li>a<ol data-numbers=outer><li style=\"list-style-type:'1.1. '\">b</ol></ol>"),
    ("row heading", "<table><tr><td>a</td><td>b</td></tr><tr><th scope=row>b</th><td>c</td></tr></table>"),
    ("code", "<pre>b\nc</pre>"), ("sup", "<sup>a<sub>b</sub></sup>"), ("sub", "<sup>a<sub>b</sub></sup>"),
]
MARKDOWN = [
    ("word", "text", "%s"), ("word", "heading", "# %s"), ("word", "setext heading", "%s\n==="), ("word", "item", "- a\n  - %s"), ("word", "number", "7. %s"),
    ("word", "task", "- [x] %s"), ("word", "quotation", "> > %s"), ("word", "fence", "```\n%s\n```"), ("word", "unclosed fence", "```\n%s"), ("word", "info", "``` swift %s\nb\n```"),
    ("word", "indented code", "    %s"), ("word", "cell", "|a|b|\n|-|-|\n|%s|c|"), ("word", "heading of a table", "|%s|b|\n|-|-|\n|a|c|"), ("word", "cell too many", "|a|b|\n|-|-|\n|c|d|%s|"),
    ("word", "link", "[%s](http://x.example/)"), ("word", "link's title", "[b](http://x.example/ \"%s\")"), ("word", "alt", "![%s](a.png)"), ("word", "picture's title", "![b](a.png \"%s\")"),
    ("word", "HTML", "<div>%s</div>"), ("word", "HTML in a line", "a <span>%s</span>"), ("word", "comment", "a\n\n<!-- %s -->"), ("word", "footnote", "a[^1]\n\n[^1]: %s"), ("word", "unused footnote", "a\n\n[^1]: %s"),
    ("word", "footnote's name", "a[^%s]\n\n[^%s]: b"), ("word", "term", "%s\n: b"), ("word", "alert", "> [!NOTE]\n> %s"), ("word", "unused reference", "a\n\n[%s]: http://x.example/"), ("word", "unused reference's link", "a\n\n[b]: http://%s.example/"),
    ("word", "front matter", "---\ntitle: %s\n---\nb"), ("word", "keywords", "---\nkeywords: %s\n---\nb"), ("word", "list of keywords", "---\nkeywords: [a, %s]\n---\nb"), ("word", "long list of keywords", "---\nkeywords:\n  - a\n  - %s\n---\nb"), ("word", "description", "---\ndescription: %s\n---\nb"), ("word", "lines of a description", "---\ndescription: |\n  %s\n---\nb"), ("word", "rest of a title", "---\ntitle: a\n  %s\n---\nb"), ("word", "front matter, other", "---\ntags: %s\n---\nb"), ("day", "front matter", "---\ndate: 2001-02-03\n---\nb"), ("day", "front matter, changed", "---\nlastmod: 2001-02-03\n---\nb"), ("small caps", "HTML in a line", "<span style='font-variant:small-caps'>b</span>"), ("word", "autolink", "<http://%s.example/>"),
    ("word", "bare link", "http://%s.example/"), ("word", "mail", "<%s@x.example>"), ("word", "strikethrough", "~~%s~~"), ("word", "code", "`%s`"), ("word", "math", "$%s$"), ("word", "math block", "$$\n%s\n$$"), ("word", "script", "<script>%s</script>"),
    ("word", "CR LF", "```\r\na\r\n%s\r\n```\r\n"), ("word", "empty link", "[](http://%s.example/)"), ("word", "picture", "![](http://%s.example/a.png)"), ("word", "HTML block in an item", "- a\n  <div>%s\n"), ("word", "details", "<details><summary>a</summary>\n\n%s\n\n</details>"),
    ("colour", "inline", "<span style='color:#12ab34'>b</span>"), ("bold", "text", "**b**"), ("italic", "text", "*b*"), ("strike", "text", "~~b~~"), ("code", "text", "`b`"), ("code", "block", "```\nb\n```"), ("heading", "text", "### b"),
    ("bullets", "text", "- b\n- c"), ("start", "text", "7. b\n8. c"), ("quote", "text", "> b"), ("table", "text", "|a|b|\n|-|-|\n|c|d|"), ("align", "cell", "|a|b|\n|:-:|-|\n|c|d|"), ("rule", "text", "a\n\n---\n\nb"), ("break", "text", "a\\\nb"), ("task", "text", "- [x] b\n- [ ] c"),
    ("picture", "text", "![b](data:image/png;base64,%s)" % PNG), ("anchor", "text", "<a id='zmark'></a>b [c](#zmark)"), ("anchor", "heading", "## Zmark\n\n[c](#zmark)"), ("anchor", "without a link", "<a id='zmark'></a>b"), ("note", "text", "b[^1]\n\n[^1]: c"),
    ("terms", "HTML", "<dl><dt>b</dt><dd>c</dd></dl>"), ("page", "HTML", "a\n\n<div style='page-break-after:always'></div>\n\nb"),
]
RTF_HEAD = r"{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}{\f1\fnil Georgia;}{\f2\ftech\fcharset2 Symbol;}}{\colortbl;\red18\green171\blue52;}" + "\n"
RTF = [
    ("word", "text", r"\pard %s\par"), ("word", "cell", r"\trowd\cellx3000\cellx6000\intbl %s\cell b\cell\row\pard c\par"), ("word", "header", r"{\header\pard %s\par}b\par"), ("word", "footer", r"{\footer\pard %s\par}b\par"), ("word", "first header", r"\titlepg{\headerf\pard %s\par}b\par"),
    ("word", "footnote", r"a{\super\chftn}{\footnote\pard %s\par} b\par"), ("word", "endnote", r"a{\footnote\ftnalt\pard %s\par} b\par"), ("word", "comment", r"a{\*\atnid x}{\*\atnauthor y}\chatn{\*\annotation\pard %s\par} b\par"), ("word", "author of a comment", r"a{\*\atnid x}{\*\atnauthor %s}\chatn{\*\annotation\pard y\par} b\par"),
    ("word", "field", r"{\field{\*\fldinst HYPERLINK \"http://x.example/\"}{\fldrslt %s}}\par"), ("word", "link", r'{\field{\*\fldinst HYPERLINK "http://%s.example/"}{\fldrslt b}}\par'), ("word", "link without words", r'{\field{\*\fldinst HYPERLINK "http://%s.example/"}{\fldrslt }}b\par'), ("word", "equation", r"{\field{\*\fldinst EQ \\f(%s,2)}{\fldrslt }}b\par"), ("word", "drop-down", r"{\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2\ffres0{\*\ffl %s}}}}{\fldrslt }}b\par"),
    ("word", "form text", r"{\field{\*\fldinst FORMTEXT {\*\formfield{\fftype0{\*\ffdeftext %s}}}}{\fldrslt }}b\par"), ("word", "other field", r'{\field{\*\fldinst QUOTE "%s"}{\fldrslt }}b\par'), ("word", "result of a field", r"{\field{\*\fldinst DATE}{\fldrslt %s}}b\par"), ("word", "text box", r"{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard %s\par}}}b\par"), ("word", "old text box", r"{\*\do\dobxcolumn\dptxbx{\dptxbxtext\pard %s\par}\dpx0\dpy0}b\par"),
    ("word", "result of a shape", r"{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard %s\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext\pard %s\par}}}}b\par"), ("word", "object's result", r"{\object\objemb{\*\objclass Word}{\*\objdata 0105}{\result\pard %s\par}}b\par"), ("word", "hidden", r"a{\v %s}b\par"), ("word", "deleted", r"a{\deleted %s}b\par"), ("word", "inserted", r"a{\revised %s}b\par"), ("word", "numbering", r"{\pntext %s\tab}b\par"), ("word", "label", r"{\listtext %s\tab}b\par"), ("word", "index", r"a{\xe %s}b\par"), ("word", "contents", r"a{\tc %s}b\par"),
    ("word", "formula", r"{\mmath{\*\moMath{\mr %s}}}b\par"), ("word", "formula, Word's", r"{\*\moMath{\mr\mscr0 %s}}b\par"), ("word", "alternative", r"{\upr{b}{\*\ud{%s}}}\par"), ("word", "title", r"{\info{\title %s}}b\par"), ("word", "keywords", r"{\info{\keywords %s}}b\par"), ("word", "subject", r"{\info{\subject %s}}b\par"), ("word", "remarks", r"{\info{\doccomm a\par %s}}b\par"), ("day", "created", r"{\info{\creatim\yr2001\mo2\dy3\hr4\min5}}b\par"), ("day", "changed", r"{\info{\revtim\yr2001\mo2\dy3}}b\par"), ("word", "author", r"{\info{\author %s}}b\par"), ("word", "nested cell", r"\trowd\cellx6000\intbl a\par\itap2 %s\nestcell{\*\nesttableprops\trowd\cellx2000\nestrow}\itap1\cell\row\pard b\par"), ("word", "user property", r"{\*\userprops{\propname a}\proptype30{\staticval %s}}b\par"), ("word", "unknown group", r"{\unknownword %s}b\par"),
    ("word", "without the last paragraph", r"%s"), ("word", "bullet text", r"{\pard{\*\pn\pnlvlbody\pndec{\pntxta .}}{\pntext 1.\tab}%s\par}"), ("word", "before the header's end", r"\pard a\sect %s\par"), ("word", "object", r"{\object\objemb{\*\objclass %s}{\*\objdata 0105}}b\par"), ("word", "picture in a link", r'{\field{\*\fldinst HYPERLINK "http://%s.example/"}{\fldrslt {\pict\pngblip\picw1\pich1 ' + HEX + r'}}}b\par'), ("word", "alt of a picture", r"{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv %s}}}\pngblip\picw1\pich1 " + HEX + r"}}b\par"),
    ("word", "variable", r"{\*\docvar {a}{%s}}b\par"), ("word", "paragraph of a formula", r"{\mmath{\*\moMathPara{\*\moMathParaPr{\mjc1}}{\*\moMath{\mr %s}}}}b\par"),
    ("word", "company", r"{\info{\company %s}}b\par"), ("word", "manager", r"{\info{\manager %s}}b\par"), ("word", "category", r"{\info{\category %s}}b\par"),
    ("align", "last paragraph", r"a\par\pard\qc b"), ("heading", "last paragraph", r"a\par\pard\outlinelevel2 b"), ("colour", "last paragraph", r"a\par\pard\cbpat1 b"),
    ("picture", "text", r"{\pict\pngblip\picw1\pich1 " + HEX + r"}b\par"), ("picture", "metafile", r"{\pict\wmetafile8\picw10\pich10 0100}b\par"), ("picture", "enhanced metafile", r"{\pict\emfblip\picw10\pich10 0100}b\par"), ("picture", "object", r"{\object\objemb{\*\objclass Package}{\*\objdata 01050000}}b\par"), ("picture", "shape", r"{\shp{\*\shpinst{\sp{\sn pib}{\sv {\pict\pngblip " + HEX + r"}}}}}b\par"),
    ("picture", "background", r"{\*\background{\shp{\*\shpinst{\sp{\sn fillColor}{\sv 255}}}}}b\par"),
    ("bold", "text", r"{\b b}\par"), ("italic", "text", r"{\i b}\par"), ("strike", "text", r"{\strike b}\par"), ("small caps", "text", r"{\scaps b}\par"), ("small caps", "style", r"{\stylesheet{\s1\scaps heading 1;}}\pard\s1\scaps b\par"), ("underline", "text", r"{\ul b}\par"), ("sup", "text", r"a{\super b}\par"), ("sub", "text", r"a{\sub b}\par"), ("colour", "text", r"{\cf1 b}\par"), ("colour", "background", r"{\cb1 b}\par"), ("colour", "highlight", r"{\highlight1 b}\par"), ("colour", "shade", r"\pard\cbpat1 b\par"), ("colour", "cell", r"\trowd\clcbpat1\cellx3000\intbl b\cell\row\pard c\par"), ("heading", "level", r"\pard\outlinelevel2 b\par"), ("align", "text", r"\pard\qc b\par"), ("table", "text", r"\trowd\cellx3000\cellx6000\intbl a\cell b\cell\row\pard c\par"), ("merged", "cells", r"\trowd\clmgf\cellx3000\clmrg\cellx6000\intbl a\cell\cell\row\trowd\cellx3000\cellx6000\intbl a\cell b\cell\row\pard c\par"),
    ("page", "text", r"a\par\page b\par"), ("page", "paragraph", r"a\par\pard\pagebb b\par"), ("page", "section", r"a\sect\sbkpage b\par"), ("font", "text", r"{\f1 b}\par"), ("break", "text", r"a\line b\par"), ("blank", "paragraphs", r"a\par\par\par b\par"), ("rule", "border", r"a\par\pard\brdrb\brdrs\brdrw10 \par\pard b\par"), ("task", "box", r"{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres1\ffdefres1}}}{\fldrslt }}b\par"), ("anchor", "text", r"{\*\bkmkstart zmark}b{\*\bkmkend zmark}{\field{\*\fldinst HYPERLINK \\l \"zmark\"}{\fldrslt c}}\par"), ("bullets", "old list", r"{\pard{\*\pn\pnlvlblt{\pntxtb\'b7}}\fi-360\li720 b\par}{\pard{\*\pn\pnlvlblt{\pntxtb\'b7}}\fi-360\li720 c\par}"), ("start", "old list", r"{\pard{\*\pn\pnlvlbody\pndec\pnstart7{\pntxta .}}b\par}"), ("tab", "text", r"a\tab b\par"), ("note", "text", r"a{\super\chftn}{\footnote\pard{\super\chftn} b\par} c\par"), ("anchor", "without a link", r"a{\*\bkmkstart zmark}b{\*\bkmkend zmark}\par"), ("anchor", "heading", r"\pard\outlinelevel1{\*\bkmkstart zmark}b{\*\bkmkend zmark}\par{\field{\*\fldinst HYPERLINK \\l \"zmark\"}{\fldrslt c}}\par"),
]
TEXT = [("word", "text", "%s\n"), ("spaces", "indented", "a\n    b\n"), ("spaces", "inside", "a    b\n"), ("tab", "text", "a\tb\n"), ("tab", "first", "\tb\n"), ("blank", "lines", "a\n\n\n\nb\n"), ("word", "last line", "a\r\n%s"), ("word", "CR", "a\r%s\rb"), ("word", "form feed", "a\f%s"), ("word", "like HTML", "<p>%s</p>\n"), ("word", "like Markdown", "[a](%s)\n# b\n")]
CELLS = [("word", "cell", 'a,b\n%s,c\n'), ("word", "heading", '%s,b\nc,d\n'), ("word", "quoted", 'a,b\n"c\n%s ""d""",e\n'), ("word", "cell too many", 'a,b\nc,d,%s\n'), ("word", "single row", '%s,b\n'), ("word", "same headings", 'a,a\n%s,b\n'), ("word", "no heading", ',b\n%s,c\n'), ("word", "column", 'a\n%s\n\nb\n'), ("word", "CR LF", 'a,b\r\nc,%s\r\n'), ("word", "CR", 'a,b\rc,%s\r')]
VALUES = [("word", "string", '{"a":"%s"}'), ("word", "key", '{"%s":1}'), ("word", "array", '["%s"]'), ("word", "deep", '{"a":[{"b":{"c":["%s"]}}]}'), ("word", "rows", '[{"a":1,"b":"%s"}]'), ("word", "later key", '[{"a":1},{"a":2,"%s":3}]'), ("word", "same key", '{"a":"%s","a":2}'), ("word", "same key, deep", '[{"a":{"b":["%s"],"b":1}}]'), ("last value", "same key", '{"a":1,"a":"%s"}'), ("last value", "same key, deep", '{"c":[{"a":1,"b":2,"a":["%s"]}]}'), ("last value", "same key, rows", '[{"a":1,"a":2,"a":"%s"}]'), ("word", "alone", '"%s"'), ("number", "great", '{"a":@18446744073709551617}'), ("number", "precise", '{"a":@0.12345678901234567890123}'), ("number", "small", '[{"a":@1.5e-400}]'), ("number", "infinite", '{"a":@1e400}'), ("number", "infinite, rows", '[{"a":@-1e400}]'), ("number", "rows", '[{"a":@12345678901234567.5}]'), ("null", "value", '{"a":null}'), ("null", "rows", '[{"a":null,"b":1}]'), ("truth", "value", '{"a":true}')]
PLIST = [("word", "string", "<string>%s</string>"), ("word", "key", "<dict><key>%s</key><integer>1</integer></dict>"), ("word", "array", "<array><string>%s</string></array>"), ("number", "integer", "<integer>@18446744073709551617</integer>"), ("number", "real", "<real>@0.12345678901234567890123</real>"), ("number", "integer in an array", "<array><integer>@9223372036854775809</integer></array>"), ("word", "comment", "<array><!-- %s --><string>b</string></array>"), ("date", "date", "<date>2001-02-03T04:05:06Z</date>"), ("bytes", "data", "<data>em1hcms=</data>")]
# Embedded pictures; RTFD and web archives contain them as the file photo.png.
KEPT = [
    ("html", "text", "<p>a <img src='data:image/png;base64,#PNG#' alt=b>"), ("html", "cell", "<table><tr><td><img src='data:image/png;base64,#PNG#'></td><td>b</td></tr></table>"),
    ("html", "item", "<ul><li>a<li><img src='data:image/png;base64,#PNG#' alt=b></ul>"), ("html", "heading", "<h2><img src='data:image/png;base64,#PNG#' alt=b></h2>"),
    ("html", "link", "<a href='http://x.example/'><img src='data:image/png;base64,#PNG#' alt=b></a>"), ("html", "note", "b<a data-footnote-ref href='#n1' id=r1>1</a><section data-footnotes><ol><li id=n1><img src='data:image/png;base64,#PNG#' alt=c></ol></section>"),
    ("html", "quotation", "<blockquote><p><b><img src='data:image/png;base64,#PNG#' alt='b [c](d)'></b></blockquote>"), ("html", "caption", "<table><caption><img src='data:image/png;base64,#PNG#' alt=b></caption><tr><td>b</table>"),
    ("html", "figure", "<figure><img src='data:image/png;base64,#PNG#'><figcaption>b</figcaption></figure>"), ("html", "merged cell", "<table><tr><td colspan=2><img src='data:image/png;base64,#PNG#'></td></tr><tr><td>b</td><td>c</td></tr></table>"),
    ("html", "term", "<dl><dt>a</dt><dd><img src='data:image/png;base64,#PNG#' alt=b></dd></dl>"), ("html", "twice", "<img src='data:image/png;base64,#PNG#'><p><img src='data:image/png;base64,#PNG#'>"),
    ("rtf", "text", r"a {\pict\pngblip\picw1\pich1 #HEX#}b\par"), ("rtf", "picture of Word", r"{\*\shppict{\pict\pngblip\picw1\pich1 #HEX#}}{\nonshppict{\pict\wmetafile8 0100}}b\par"),
    ("rtf", "cell", r"\trowd\cellx3000\cellx6000\intbl {\pict\pngblip\picw1\pich1 #HEX#}\cell b\cell\row\pard c\par"), ("rtf", "link", r'{\field{\*\fldinst HYPERLINK "http://x.example/"}{\fldrslt {\pict\pngblip\picw1\pich1 #HEX#}}}b\par'),
    ("rtf", "note", r"a{\super\chftn}{\footnote\pard{\super\chftn} {\pict\pngblip\picw1\pich1 #HEX#}\par} c\par"), ("rtf", "shape", r"{\shp{\*\shpinst{\sp{\sn pib}{\sv {\pict\pngblip #HEX#}}}}}b\par"),
    ("rtfd", "text", r"a {{\NeXTGraphic photo.png \width20 \height20}\'ac}b\par"), ("rtfd", "cell", r"\trowd\cellx3000\intbl {{\NeXTGraphic photo.png \width20 \height20}\'ac}\cell\row\pard c\par"), ("rtfd", "picture in the text", r"a {\pict\pngblip\picw1\pich1 #HEX#}b\par"),
    ("webarchive", "text", "<p>a <img src=photo.png alt=b>"), ("webarchive", "whole address", "<p>a <img src='http://x.example/photo.png'>"), ("webarchive", "cell", "<table><tr><td><img src=photo.png></td><td>b</td></tr></table>"),
    ("webarchive", "picture in the text", "<p>a <img src='data:image/png;base64,#PNG#'>"),
]
CARD = ["FN", "NICKNAME", "NOTE", "TITLE", "ROLE", "ORG", "X-OTHER", "item1.X-ABLABEL", "EMAIL", "TEL", "URL;TYPE=work", "CATEGORIES", "UID", "KIND", "LANG", "GENDER", "RELATED", "TEL;TYPE=cell,voice;PREF=1", "LABEL"]
EVENT = ["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "X-OTHER", "CATEGORIES", "ORGANIZER;CN=%s:mailto:a@x.example", "CONTACT", "UID", "ATTACH", "RESOURCES"]


def cases():
    for place, text in WORDS:
        yield "html", "word", place, "<p>a</p>" + text
    for block in BLOCKS:
        yield "html", "word", "in " + block, "<p>a</p>" + block
    for inline in INLINES:
        yield "html", "word", "in " + inline, "<p>a " + inline + "</p>"
    for kind, text in THINGS:
        yield "html", kind, text[:40], text.replace("%", "%%")
    yield "html", "word", "title of the page", "<title>%s</title><p>b"
    for name in ("description", "keywords", "subject", "classification", "author", "changedby", "DC.subject", "dcterms.abstract", "dcterms.publisher"):
        yield "html", "word", name, f"<meta name={name} content='%s'><p>b"
        yield "html", "word", f"second {name}", f"<meta name={name} content=a><meta name={name} content='%s'><p>b"
    for name in ("date", "created", "changed", "dcterms.created", "dcterms.modified", "dcterms.valid"):
        yield "html", "day", name, f"<meta name={name} content='2001-02-03'><p>b"
    yield "html", "word", "date that is not one", "<meta name=date content='%s'><p>b"
    yield "html", "word", "frames", "<frameset><frame src='http://%s.example/'></frameset>"
    yield "html", "word", "frames' words", "<frameset><frame src=a><noframes>%s</noframes></frameset>"
    for kind, place, text in MARKDOWN:
        yield "md", kind, place, text if kind == "word" else text.replace("%", "%%")
    for kind, place, text in RTF:
        yield "rtf", kind, place, RTF_HEAD + (text if kind == "word" else text.replace("%", "%%")) + "}"
    for extension, place, text in KEPT:
        text = text.replace("#PNG#", PNG).replace("#HEX#", HEX)
        yield extension, "kept picture", place, text if extension in ("html", "webarchive") else RTF_HEAD + text + "}"
    for kind, place, text in TEXT:
        yield "txt", kind, place, text
    for kind, place, text in CELLS:
        yield "csv", kind, place, text
        yield "tsv", kind, place, text.replace(",", "\t")
    for kind, place, text in VALUES:
        yield "json", kind, place, text
    for kind, place, text in PLIST:
        yield "plist", kind, place, '<?xml version="1.0"?><plist version="1.0">' + text + "</plist>"
    for form in ("docx", "odt"):
        for kind, place, text in office_marks.cases(form):
            yield form, kind, place, text
    # A flat document has the same contents; its package is what differs.
    for kind, place, text in office_marks.cases("odt"):
        if place.split(",")[0] in ("text", "cell", "footnote", "header") or place.startswith("property"):
            yield "fodt", kind, place, text
    yield "vcf", "word", "middle name", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann Bell\r\nN:Bell;Ann;%s;;\r\nEND:VCARD\r\n"
    for field in CARD:
        name = "" if field == "FN" else "FN:A B\r\n"
        yield "vcf", "word", field, "BEGIN:VCARD\r\nVERSION:4.0\r\n" + name + field + ":%s\r\nEND:VCARD\r\n"
    for field in EVENT:
        line = field if "%s" in field else field + ":%s"
        yield "ics", "word", field, (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:a\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20010203T040506Z\r\nDTSTART:20010203T040506Z\r\n"
            + line + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n").replace("UID:1\r\n", "" if field == "UID" else "UID:1\r\n")


def nested(random, forms):
    """A case in random places."""
    form = random.choice(["html", *forms])
    if form != "html":
        return office_marks.nested(form, random)
    kind, text = "word", "%s"
    choice = random.random()
    place = "text"
    if choice < 0.4:
        place, text = random.choice(WORDS)
    elif choice < 0.7:
        kind, text = random.choice(THINGS)
        place, text = text[:30], text.replace("%", "%%")
    for _ in range(random.randint(1, 4)):
        outer = random.choice(BLOCKS + INLINES)
        text, place = outer.replace("%s", text), place + " in " + outer
    return "html", kind, place, "<p>a</p>" + text


class Witness:
    def __init__(self, program, folder):
        self.targets = RICH + DATA + ["vcf", "ics"]
        self.program, self.folder, self.failures, self.checks, self.told, self.refused = program, folder, {}, 0, 0, 0

    def is_native(self, source, target):
        """Whether the program itself converts between two forms."""
        path = os.path.join(self.folder, "probe." + source)
        write_document(path, source, {"docx": "<w:p/>", "html": "<p>a</p>"}.get(source, "<text:p>a</text:p>"))
        run = subprocess.run([self.program, "convert", path, "--to", target, "--plan", "--json"], capture_output=True, text=True, timeout=600)
        return run.returncode == 0 and not re.search("pandoc|LibreOffice|soffice", run.stdout)

    def run(self, group, number):
        """Converts some cases of one format to every type, and compares."""
        extension = group[0][0]
        place = os.path.join(self.folder, f"{number}-{extension}")
        os.makedirs(place)
        documents = []
        for index, (_, kind, where, text) in enumerate(group):
            mark = f"zq{number}k{index}w" if kind != "anchor" else "zmark"
            text = (text.replace("@", "") if kind == "number" else text).replace("%s", mark).replace("%%", "%")
            if kind in ("number", "null", "truth", "date", "bytes"):
                found = re.search(r"@([0-9.e-]+)", group[index][3])
                mark = found.group(1) if found else {"null": "null", "truth": "true", "date": "2001-02-03", "bytes": "em1hcms="}[kind]
            path = os.path.join(place, f"{index}.{extension}")
            write_document(path, extension, text)
            documents.append((path, kind, where, mark, text))
        for target in self.targets:
            if target != extension or target in ("html", "md", "rtf"):
                self.convert(documents, extension, target, place)
        pictures = [document for document in documents if document[1].endswith("picture")]
        if pictures:
            for target in MEDIA:
                self.convert(pictures, extension, target, place)
        shutil.rmtree(place)

    def convert(self, documents, extension, target, place):
        """Converts documents of one format to a type, and checks the results."""
        out = os.path.join(place, "to-" + target.replace(" ", ""))
        words = ["--to", TYPES.get(target, target.split()[0]), "--into", out, "--json"]
        if target in MEDIA:
            words += ["--media", os.path.join(place, "pictures") if MEDIA[target] == "pictures" else "inline"]
        run = subprocess.run([self.program, "convert", *(d[0] for d in documents), *words], capture_output=True, timeout=300)
        try:
            results = [json.loads(line) for line in run.stdout.splitlines()][:-1]
        except ValueError:
            self.failures[f"{extension} to {target}"] = ("", f"no report: {run.stderr[-300:]}")
            return
        reports = {result["source"]: result for result in results}
        for path, kind, where, mark, text in documents:
            report = reports.get(path)
            self.checks += 1
            if report is None or report["result"] != "converted":
                self.refused += 1
                continue
            result = os.path.join(self.folder, report["path"])
            losses = {loss["kind"] for loss in report["losses"]}
            if kind == "kept picture" and target not in DATA + ["vcf", "ics"]:
                isCounted = "images" in losses
                # Markdown keeps a list of terms as HTML, with its pictures, even without --media.
                isRight = isCounted if target == "txt" else has_picture(result, target) != isCounted if target == "md" else (
                    has_picture(result, target) and not isCounted)
            elif losses and not (kind == "last value" and target in ("plist", "bplist")):
                self.told += 1
                continue
            elif target in MEDIA:
                isRight = has_picture(result, target)
            else:
                content = contents(result)
                isRight = target == "txt" and extension == "md" and content == text or present(kind, mark, content, target)
            if losses:
                self.told += 1
            if not isRight:
                self.failures.setdefault(f"{kind}: {where} ({extension} to {target})", (text, contents(result)[:400]))


def write_document(path, extension, text):
    """Writes a document; RTFD and web archives also get the file photo.png."""
    if extension == "rtfd":
        os.mkdir(path)
        if "photo.png" in text:
            with open(os.path.join(path, "photo.png"), "wb") as file:
                file.write(base64.b64decode(PNG))
        path = os.path.join(path, "TXT.rtf")
    if extension in OFFICE:
        OFFICE[extension](path, text, base64.b64decode(PNG))
        return
    content = text.encode()
    if extension == "webarchive":
        page = {"WebResourceData": content, "WebResourceMIMEType": "text/html", "WebResourceTextEncodingName": "UTF-8", "WebResourceURL": "http://x.example/"}
        picture = {"WebResourceData": base64.b64decode(PNG), "WebResourceMIMEType": "image/png", "WebResourceURL": "http://x.example/photo.png"}
        content = plistlib.dumps({"WebMainResource": page, "WebSubresources": [picture]}, fmt=plistlib.FMT_BINARY)
    with open(path, "wb") as file:
        file.write(content)


def has_picture(path, target):
    """Whether the picture is in a result, or in a file to which a Markdown link leads."""
    if target in OFFICE and zipfile.is_zipfile(path):
        return office_marks.has_entry(path, base64.b64decode(PNG))
    files = [path]
    if os.path.isdir(path):
        files = [os.path.join(base, name) for base, _, names in os.walk(path) for name in names]
    if target == "md --media":
        links = re.findall(r"""(?:\]\(<?|src=["']?)([^)>"'\s]+)""", contents(path))
        files = [os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(link))) for link in links if ":" not in link]
        # All addresses in the pictures folder must lead to a file.
        if not all(os.path.isfile(file) for file in files if "pictures" in file):
            return False
    for file in filter(os.path.isfile, files):
        with open(file, "rb") as opened:
            content = opened.read()
        if base64.b64decode(PNG) in content:
            return True
        text = re.sub(rb"\s", b"", content)
        if target != "md --media" and (PNG.encode() in text or HEX.encode() in text.lower()):
            return True
    return False


def contents(path):
    if os.path.isdir(path):
        return "\n".join(contents(os.path.join(base, name)) for base, _, names in os.walk(path) for name in sorted(names) if not name.endswith(".png"))
    if zipfile.is_zipfile(path):
        return office_marks.contents(path)
    data = open(path, "rb").read()
    if data.startswith(b"bplist"):
        archive = plistlib.loads(data)
        page = archive.get("WebMainResource", {}).get("WebResourceData") if isinstance(archive, dict) else None
        try:
            data = page if page else plistlib.dumps(archive)
        except OverflowError:
            data = repr(archive).encode()
    return data.decode("utf-8", "replace")


def present(kind, mark, content, target):
    if kind in ("word", "last value", "number", "null", "truth", "date", "bytes"):
        if kind == "bytes":
            content = re.sub(r"\s", "", content)
        if kind == "truth" and "1" in content:
            return True
        if kind == "null" and target in ("csv", "tsv"):
            return False
        # Long lines are folded in cards.
        content = re.sub(r"\r?\n[ \t]", "", content) if target in ("vcf", "ics") else content
        if target.startswith("rtf"):
            content = content.replace("\\\n", "").replace("\\_", "-")
        return mark.lower() in content.lower()
    kind = "picture" if kind == "kept picture" else kind
    form = {"webarchive": "html", "rtfd": "rtf", "textbundle": "md", "fodt": "odt"}.get(target, target)
    if form in ("docx", "odt"):
        return re.search(office_marks.SIGNS[kind][form == "odt"], content) is not None
    sign = SIGNS[kind].get(form) or (PLAIN.get(kind) if form == "txt" else None)
    if form in DATA + ["vcf", "ics"]:
        return True
    # Markdown holds HTML: what Markdown has no form for, such as a list of terms, is HTML with all that is in it.
    signs = [sign, SIGNS[kind].get("html")] if form == "md" else [sign]
    return any(sign and re.search(sign, content, re.M) for sign in signs)


def main():
    arguments, seconds, seed, only, program = sys.argv[1:], 0, None, None, None
    while arguments:
        word = arguments.pop(0)
        if word == "--seconds":
            seconds = float(arguments.pop(0))
        elif word == "--seed":
            seed = int(arguments.pop(0))
        elif word == "--only":
            only = arguments.pop(0)
        else:
            program = os.path.abspath(word)
    seed = seed if seed is not None else random.randrange(1 << 32)
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        witness = Witness(program, folder)
        groups = {}
        read = [form for form in OFFICE if witness.is_native(form, "html")]
        written = [form for form in ("docx", "odt") if witness.is_native("html", form)]
        witness.targets += written
        for form in [form for form in OFFICE if form not in read + written]:
            print(f"{form}: left out, the program itself does not convert it")
        for case in cases():
            if case[0] in OFFICE and case[0] not in read:
                continue
            if not only or only in f"{case[1]}: {case[2]} ({case[0]}":
                groups.setdefault(case[0], []).append(case)
        number = 0
        for group in groups.values():
            number += 1
            witness.run(group, number)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            number += 1
            drawn = {}
            for case in (nested(generator, [form for form in read if form != "fodt"]) for _ in range(60)):
                drawn.setdefault(case[0], []).append(case)
            for group in drawn.values():
                number += 1
                witness.run(group, number)
    for key, value in witness.failures.items():
        print(f"lost without a count: {key}")
        if only or seconds:
            print("   ", repr(value[0])[:400], "\n   ", repr(value[1])[:400])
    print(f"{witness.checks} conversions, {witness.told} that told a loss, {witness.refused} refused, {len(witness.failures)} silent; seed {seed}")
    sys.exit(1 if witness.failures else 0)


main()
