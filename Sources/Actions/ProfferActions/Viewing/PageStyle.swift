/// The style sheet of the page of a bundle.
let pageStyle: StaticString = """
  :root {
    color-scheme: light dark;
    --ground: #f4f5f7; --card: #ffffff; --ink: #1c2127; --soft: #5d6772; --line: #e2e5ea; --link: #1f5fd0;
    --well: #f7f8fa; --shadow: 0 1px 2px rgb(20 28 38 / 6%), 0 4px 14px rgb(20 28 38 / 5%);
    --text: #1d4f91; --text-ground: #e6effb; --picture: #1b6540; --picture-ground: #e3f4ea;
    --data: #7a4b06; --data-ground: #fbf0da; --media: #6b3a96; --media-ground: #f2e9fa;
    --other: #4b5560; --other-ground: #eceef1;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #121519; --card: #1b2026; --ink: #e5e8ec; --soft: #9da7b3; --line: #2d343d; --link: #86b4ff;
      --well: #161a1f; --shadow: none;
      --text: #a9ccff; --text-ground: #1d3150; --picture: #97dfb5; --picture-ground: #173626;
      --data: #f1cc86; --data-ground: #3a2c12; --media: #d9b8f6; --media-ground: #34234a;
      --other: #c0c8d1; --other-ground: #2c333b;
    }
  }
  * { box-sizing: border-box; }
  html { font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
  body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 60rem; background: var(--ground);
    color: var(--ink); overflow-wrap: anywhere; }
  a { color: var(--link); }
  code, pre { font-family: ui-monospace, "Cascadia Code", "DejaVu Sans Mono", "Liberation Mono", monospace; }
  header.page { margin: 0 .25rem 1.75rem; }
  .kind { margin: 0; color: var(--soft); font-size: .8rem; font-weight: 600; letter-spacing: .06em;
    text-transform: uppercase; }
  h1 { margin: .15rem 0 .25rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -.01em; }
  .summary { margin: 0; color: var(--soft); }
  nav ol { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: 1rem 0 0; padding: 0; max-height: 12rem;
    overflow: auto; list-style-position: inside; font-size: .92rem; }
  nav li { color: var(--soft); max-width: 100%; }
  nav a { text-decoration: none; }
  nav a:hover { text-decoration: underline; }
  article, .names { margin: 0 0 1.5rem; padding: 1.4rem 1.6rem 1.2rem; background: var(--card);
    border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow); scroll-margin-top: 1rem; }
  article > header { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem; align-items: baseline; }
  .number { color: var(--soft); font-variant-numeric: tabular-nums; font-weight: 600; }
  h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
  article > header .chips { grid-column: 2; margin: .25rem 0 0; }
  .chips { display: flex; flex-wrap: wrap; gap: .35rem; }
  .chip { display: inline-block; padding: .08rem .6rem; border-radius: 99px; font-size: .8rem; line-height: 1.5;
    font-weight: 500; max-width: 100%; }
  .chip.text { color: var(--text); background: var(--text-ground); }
  .chip.picture { color: var(--picture); background: var(--picture-ground); }
  .chip.data { color: var(--data); background: var(--data-ground); }
  .chip.media { color: var(--media); background: var(--media-ground); }
  .chip.other { color: var(--other); background: var(--other-ground); }
  .more { color: var(--soft); font-size: .8rem; align-self: center; }
  figure { margin: 1.1rem 0 0; padding: 1rem; text-align: center; border-radius: 10px; background: var(--well);
    border: 1px solid var(--line); }
  figure img { display: block; margin: 0 auto; max-width: 100%; height: auto; max-height: 30rem; width: auto;
    border-radius: 4px; }
  .rich { margin: 1.1rem 0 0; padding: .9rem 1.2rem; max-height: 32rem; overflow: auto; contain: content;
    border: 1px solid var(--line); border-radius: 10px; background: var(--well); unicode-bidi: isolate; }
  .rich > :first-child { margin-top: 0; }
  .rich > :last-child { margin-bottom: 0; }
  .rich.paper { color-scheme: light; color: #1c2127; background: #ffffff; --link: #1f5fd0; --line: #d9dde3; }
  .rich h3, .rich h4, .rich h5, .rich h6 { margin: 1.1em 0 .4em; line-height: 1.3; }
  .rich h3 { font-size: 1.35rem; } .rich h4 { font-size: 1.15rem; } .rich h5, .rich h6 { font-size: 1rem; }
  .rich p, .rich ul, .rich ol, .rich dl { margin: .6em 0; }
  .rich img { max-width: 100%; height: auto; vertical-align: middle; }
  .rich pre { margin: .6em 0; font-size: .85rem; line-height: 1.5; white-space: pre-wrap; }
  .rich blockquote { margin: .6em 0; padding-left: 1rem; border-left: 3px solid var(--line); }
  .rich table { border-collapse: collapse; font-size: .92rem; }
  .rich th, .rich td { padding: .3rem .7rem; border: 1px solid var(--line); text-align: start;
    vertical-align: top; overflow-wrap: break-word; }
  .rich hr { border: 0; border-top: 1px solid var(--line); }
  .caption, .remark, .empty { margin: .5rem 0 0; color: var(--soft); font-size: .88rem; }
  .remark { padding: .5rem .8rem; border-radius: 8px; background: var(--data-ground); color: var(--data); }
  .forms { width: 100%; margin: 1.2rem 0 0; border-collapse: collapse; font-size: .92rem;
    table-layout: fixed; }
  .forms th:first-child { width: 3.2rem; } .forms th:nth-child(2) { width: 46%; }
  .forms th.size { width: 6.5rem; }
  .forms th { padding: .3rem .75rem .3rem 0; color: var(--soft); font-size: .78rem; font-weight: 600;
    text-align: start; }
  .forms td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); vertical-align: top; }
  .forms code { display: block; margin-top: .2rem; color: var(--soft); font-size: .78rem; }
  .forms .place { color: var(--soft); font-variant-numeric: tabular-nums; }
  .forms .size { padding-right: 0; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .note { display: block; color: var(--soft); font-size: .85rem; }
  details { margin: 1rem 0 .2rem; padding-top: .8rem; border-top: 1px solid var(--line); font-size: .92rem; }
  summary { cursor: pointer; color: var(--soft); }
  summary:hover { color: var(--ink); }
  dl { margin: .7rem 0 0; }
  details dt { margin-top: .8rem; color: var(--soft); font-size: .85rem; }
  details dd { margin: .3rem 0 0; }
  .names li { color: var(--soft); }
  @media (max-width: 600px) {
    body { padding: 1.4rem .8rem 3rem; }
    h1 { font-size: 1.5rem; }
    article, .names { padding: 1.1rem 1rem; border-radius: 12px; }
    figure { padding: .6rem; }
    .rich { padding: .7rem .9rem; max-height: 26rem; }
    .forms thead { display: none; }
    .forms, .forms tbody { display: block; }
    .forms tr { display: grid; grid-template-columns: 2.6rem 1fr auto; padding: .6rem 0;
      border-top: 1px solid var(--line); }
    .forms td { padding: 0; border: 0; }
    .forms .type { grid-column: 2; grid-row: 1; }
    .forms .size { grid-column: 3; grid-row: 1; padding-left: .75rem; color: var(--soft); }
    .forms .name { grid-column: 2 / 4; grid-row: 2; margin-top: .15rem; }
    .forms .name:empty { display: none; }
  }
  @media print {
    body { max-width: none; padding: 0; }
    .rich { max-height: none; }
    article { box-shadow: none; break-inside: avoid; }
  }

  """
