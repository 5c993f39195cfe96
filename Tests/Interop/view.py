#!/usr/bin/env python3
"""Opens the pages that `proffer view` writes in Chromium.

usage: view.py PROFFER [--pictures FOLDER]

The pages of a bundle of documents, of a hostile bundle, and of a bundle with 1,000 items are loaded at two widths, light and dark.
A page must load without a request other than for itself and its data, without a message on the console, and without a dialog; all
of its pictures must be shown, nothing may be wider than the window, and its colors must follow the color scheme. A picture and a
script that are added to a page afterwards must be stopped by its content security policy. --pictures keeps a picture of each page.
"""
import argparse, base64, http.server, json, os, shutil, subprocess, sys, tempfile, threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
FIXTURES = os.path.join(ROOT, "fixtures")
WIDTHS = [1200, 400]
SCHEMES = ["light", "dark"]
SECONDS = 600


class Browser:
    """Chromium without a window, which is asked through a pair of pipes."""

    def __init__(self, program, folder):
        to_read, self.writing = os.pipe()
        self.reading, to_write = os.pipe()

        def give_pipes():
            # Numbers that are not 3 or 4 first, because the ends may have these numbers.
            read, write = os.dup(to_read), os.dup(to_write)
            high = [os.dup(os.dup(os.dup(read))), os.dup(os.dup(os.dup(write)))]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
             "--user-data-dir=" + os.path.join(folder, "profile"), "--remote-debugging-pipe", "about:blank"],
            close_fds=False, preexec_fn=give_pipes, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.buffer, self.events, self.session = 0, b"", [], None
        target = next(item for item in self.ask("Target.getTargets")["targetInfos"] if item["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime", "Audits"):
            self.ask(domain + ".enable")

    def message(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.reading, 1 << 20)
            if not piece:
                sys.exit("view: Chromium ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.writing, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"view: {method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return result["result"].get("value")

    def end(self):
        self.process.kill()
        self.process.wait()


class Listener(http.server.BaseHTTPRequestHandler):
    """Counts requests that a page must not make."""

    paths = []

    def do_GET(self):
        Listener.paths.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


failures = 0


def check(claim, holds, detail=""):
    global failures
    if not holds:
        failures += 1
    print(("good: " if holds else "BAD: ") + claim + (f": {detail}" if detail and not holds else ""), flush=True)


def proffer(program, *words):
    run = subprocess.run([program, *words], capture_output=True, timeout=SECONDS)
    if run.returncode != 0:
        sys.exit(f"view: proffer {' '.join(words[:4])} failed: {run.stderr.decode()}")


def bundles(program, folder, port):
    """Writes the bundles, and returns the path of the page of each."""
    def path(name):
        return os.path.join(folder, name)

    def write(name, text):
        with open(path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return path(name)

    fixture = lambda name: os.path.join(FIXTURES, name)
    proffer(program, "pack", "--item", "--name", "Trip notes", fixture("notes.rtf"), fixture("notes.html"), fixture("notes.txt"),
            "--item", fixture("photo.jpg"), "--item", fixture("expenses.csv"), "--item", fixture("config.json"), "--item",
            fixture("report.docx"), "--item", fixture("album"), "--item", fixture("notes.md"), "-o", path("documents.dragbundle"))
    server = f"http://127.0.0.1:{port}"
    hostile = write("hostile.html", f"""<!DOCTYPE html><title>t</title><link rel=stylesheet href="{server}/style">
        <style>@import '{server}/import'; body {{ background: url({server}/background) }}</style>
        <script src="{server}/script"></script><script>alert(1)</script><img src="{server}/picture" onerror="alert(2)">
        <img src="file:///etc/passwd"><iframe src="{server}/frame"></iframe><svg onload="alert(3)"></svg>
        <video src="{server}/video" autoplay></video><object data="{server}/object"></object><base href="{server}/">
        <meta http-equiv="refresh" content="0;url={server}/refresh"><form action="{server}/form"><input autofocus></form>
        <p style="position:fixed;margin-left:-9000pt;font-size:9000pt;color:#fff;background:#fff">white</p>
        <p style="font-family:'x;background:url({server}/font)'">font</p><a href="javascript:alert(4)">link</a>
        <table><tr><td colspan=100000>wide</td></tr></table><pre>{"long" * 2000}</pre>""")
    name = "<script>alert(5)</script><img src=x onerror=alert(6)>"
    proffer(program, "pack", "--item", "--name", name, hostile, "--item", "--name", "n" * 200, write("n.txt", "<b>x</b>" * 3000),
            "-o", path("hostile.dragbundle"))
    words = [word for number in range(1000) for word in ("--item", "--name", f"Item {number}", fixture("notes.md"), fixture("photo.png"))]
    proffer(program, "pack", *words, "-o", path("many.dragbundle"))
    pages = {}
    for name in ("documents", "hostile", "many"):
        pages[name] = path(name + ".page.html")
        proffer(program, "view", path(name + ".dragbundle"), "-o", pages[name])
        check(f"the page of {name} has at most 20 MB", os.path.getsize(pages[name]) <= 20_000_000)
    return pages


def examine(browser, name, page, width, scheme, pictures):
    browser.events.clear()
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    address = "file://" + page
    browser.ask("Page.navigate", url=address)
    browser.wait("Page.loadEventFired")
    title = f"{name}, {width} pixels, {scheme}"
    missing = browser.value("[...document.images].filter(image => !image.complete || image.naturalWidth == 0).length")
    check(f"{title}: all pictures are shown", missing == 0, missing)
    wide = browser.value("document.documentElement.scrollWidth")
    check(f"{title}: nothing is wider than the window", wide <= width, wide)
    ground = browser.value("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)")
    check(f"{title}: the colors follow the scheme", (sum(ground) > 600) == (scheme == "light"), ground)
    if pictures:
        height = min(browser.value("document.documentElement.scrollHeight"), 6000)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        data = browser.ask("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)["data"]
        with open(os.path.join(pictures, f"{name}-{width}-{scheme}.png"), "wb") as file:
            file.write(base64.b64decode(data))
    requests = [event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent"]
    others = [url[:100] for url in requests if url != address and not url.startswith("data:")]
    check(f"{title}: nothing is requested", not others, others)
    told = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Page.javascriptDialogOpening", "Audits.issueAdded")
    messages = [event for event in browser.events if event.get("method") in told]
    check(f"{title}: no message and no dialog", not messages, json.dumps(messages)[:500])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("proffer")
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    program = os.path.realpath(arguments.proffer)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        sys.exit("view: chromium is missing")
    if arguments.pictures:
        os.makedirs(arguments.pictures, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    with tempfile.TemporaryDirectory() as folder:
        pages = bundles(program, folder, port)
        browser = Browser(chromium, folder)
        try:
            for name, page in pages.items():
                for width in WIDTHS:
                    for scheme in SCHEMES:
                        examine(browser, name, page, width, scheme, arguments.pictures)
            check("no page reached the server", not Listener.paths, Listener.paths)
            browser.value(f"""new Promise(done => {{
                const picture = new Image(); picture.onload = picture.onerror = () => done();
                document.body.append(picture); picture.src = 'http://127.0.0.1:{port}/added'; }})""")
            browser.value("""{ const script = document.createElement('script'); script.textContent = 'window.ran = true';
                document.body.append(script) }""")
            check("the policy stops a picture that is added", not Listener.paths, Listener.paths)
            check("the policy stops a script that is added", browser.value("window.ran === undefined"))
        finally:
            browser.end()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
