"""The checks of pairs.py with Firefox and Thunderbird."""
import json, os, socket, subprocess, time

from pair_checks import decoded, same
from pair_programs import Page, formatted
from pair_sessions import Failed, becomes, end, expect

# What keeps a new profile from asking anything, and from looking for a network.
SETTINGS = {
    "browser.aboutwelcome.enabled": False, "browser.shell.checkDefaultBrowser": False, "browser.startup.homepage_override.mstone": "ignore",
    "browser.preonboarding.enabled": False, "datareporting.policy.dataSubmissionEnabled": False, "app.normandy.enabled": False,
    "app.update.enabled": False, "extensions.update.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "services.settings.server": "data:,", "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
}
# An account without a server, and an identity that writes HTML.
MAIL = SETTINGS | {
    "mail.provider.suppress_dialog_on_startup": True, "mail.shell.checkDefaultClient": False, "mail.inappnotifications.enabled": False,
    "mail.accountmanager.accounts": "account1", "mail.accountmanager.defaultaccount": "account1", "mail.accountmanager.localfoldersserver": "server1",
    "mail.account.account1.server": "server1", "mail.account.account1.identities": "id1", "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "Local Folders", "mail.server.server1.userName": "nobody", "mail.identity.id1.useremail": "me@test.invalid",
    "mail.identity.id1.valid": True, "mail.identity.id1.compose_html": True, "mailnews.start_page.enabled": False,
}


def profile(desktop, name, settings):
    """A new profile of Firefox or Thunderbird."""
    path = os.path.join(desktop.home, name)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "user.js"), "w", encoding="utf-8") as file:
        file.writelines(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in settings.items())
    if desktop.user:
        os.chown(path, desktop.user.pw_uid, desktop.user.pw_gid)
    return path


class FirefoxPage(Page):
    """The page of the test in Firefox."""
    TITLE, PROGRAM = "^page of the test .*Mozilla Firefox$", "Firefox"

    def open(self, address):
        desktop = self.desktop
        desktop.environment["MOZ_ENABLE_WAYLAND"] = str(int(desktop.name == "wayland"))
        return desktop.start("firefox-esr", "--no-remote", "--profile", profile(desktop, "firefox", SETTINGS), address,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Thunderbird:
    """A draft in Thunderbird; its remote control (Marionette) empties and reads it, and keys paste into it."""
    TITLE = "^Write: pairs - Thunderbird$"
    WRITE = """
        const make = (name, kind) => Cc[`@mozilla.org/messengercompose/${name};1`].createInstance(Ci[kind]);
        const {MailServices} = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs');
        const message = make('composeparams', 'nsIMsgComposeParams');
        message.composeFields = make('composefields', 'nsIMsgCompFields');
        message.composeFields.subject = 'pairs';
        message.format = Ci.nsIMsgCompFormat.HTML;
        message.identity = MailServices.accounts.allIdentities[0];
        MailServices.compose.OpenComposeWindowWithParams(null, message);"""
    EDITOR = """
        const window = Services.wm.getMostRecentWindow('msgcompose');
        const editor = window && window.document.getElementById('messageEditor');
        const body = editor && editor.contentDocument && editor.contentDocument.body;"""
    EMPTY = EDITOR + """
        if (!body || !window.gMsgCompose || !window.gMsgCompose.editor) return null;
        body.innerHTML = '<p><br></p>';
        const place = editor.getBoundingClientRect();
        return [window.mozInnerScreenX + place.x + 150, window.mozInnerScreenY + place.y + 60];"""
    READ = EDITOR + """
        return {html: body.innerHTML, text: body.innerText, files: window.document.getElementById('attachmentBucket').itemCount};"""

    def __init__(self, session):
        self.session, self.received, self.commands = session, b"", 0
        desktop = session.desktop
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        desktop.environment["MOZ_ENABLE_WAYLAND"] = str(int(desktop.name == "wayland"))
        self.process = desktop.start(
            "thunderbird", "--no-remote", "--profile", profile(desktop, "thunderbird", MAIL | {"marionette.port": port}), "--marionette",
            "--remote-allow-system-access", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = None
        expect(becomes(lambda: self.connect(port), interval=0.2), "Thunderbird accepts no remote control")
        self.answer()
        self.command("WebDriver:NewSession", capabilities={})
        self.command("Marionette:SetContext", value="chrome")
        expect(becomes(lambda: self.run("return Services.wm.getMostRecentWindow('mail:3pane') != null"), interval=0.1), "Thunderbird shows no window")
        self.run(self.WRITE)
        self.window = desktop.window(self.TITLE)
        expect(self.window and becomes(lambda: self.run(self.EMPTY), interval=0.1), "Thunderbird shows no message to write")
        # It prepares the message for some time after that.
        time.sleep(1)

    def connect(self, port):
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), 30)
        except ConnectionRefusedError:
            return False
        return True

    def answer(self):
        """The next message: the number of its bytes, a colon and JSON."""
        def more():
            received = self.socket.recv(1 << 16)
            expect(received, "Thunderbird has ended")
            self.received += received

        while b":" not in self.received:
            more()
        length, self.received = self.received.split(b":", 1)
        while len(self.received) < int(length):
            more()
        message, self.received = self.received[:int(length)], self.received[int(length):]
        return json.loads(message)

    def command(self, name, **arguments):
        self.commands += 1
        data = json.dumps([0, self.commands, name, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self.answer()
        if error:
            raise Failed(f"Thunderbird refuses {name}", error)
        return result

    def run(self, script):
        return self.command("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def paste(self):
        """The content of an empty message after a paste."""
        session, desktop = self.session, self.session.desktop
        place = self.run(self.EMPTY)
        if session.protocol == "x11":
            desktop.pointer("windowraise", self.window, "windowfocus", "--sync", self.window)
        else:
            session.focus(f'title="{self.TITLE}"')
        desktop.move(*map(int, place))
        desktop.button(True)
        desktop.button(False)
        time.sleep(0.2)
        session.key("ctrl+v")
        expect(becomes(lambda: self.run(self.READ)["text"].strip(), interval=0.1), "Thunderbird pastes nothing", self.run(self.READ))
        return self.run(self.READ)

    def stop(self):
        if self.socket:
            self.socket.close()
        end(self.process)


def thunderbird(name):
    """A message gets the content of a file, and not the file."""
    def check(session):
        message = session.once("Thunderbird", lambda: Thunderbird(session))
        session.copy(name)
        arrived = message.paste()
        if name == "config.json":
            # Spaces at the beginning of a line are such that lines are not broken at.
            same(arrived["text"].replace("\xa0", " ").rstrip("\n"), decoded(session.desktop.bytes(name)).rstrip("\n"))
        else:
            formatted(arrived["text"], arrived["html"])
        expect(not arrived["files"], "the file is attached")

    return check
