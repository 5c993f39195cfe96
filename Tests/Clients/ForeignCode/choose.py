#!/usr/bin/env python3
"""Chooses files with transfer code by the rule that the head of files.tsv states; prints names and counts, no lines.

    python3 choose.py MIRROR        MIRROR/OWNER+NAME/repo is a git directory of each repository in repositories.tsv

This is the generator of files.tsv, not a check. Neither .ci/run nor .ci/long runs it, because it needs the repositories.
"""
import collections
import hashlib
import pathlib
import re
import subprocess
import sys

SEED = "proffer-foreign-1"
WANTED = [("swiftui", 2), ("appkit", 6), ("dragdrop", 8), ("pasteboard", 6), ("extension", 8)]
APPLE = set("""UIKit AppKit Cocoa Foundation SwiftUI MobileCoreServices CoreServices UniformTypeIdentifiers
CoreTransferable Social os OSLog Combine ObjectiveC PDFKit QuickLook Photos PhotosUI CoreGraphics CoreImage ImageIO
QuartzCore AVFoundation AVKit CoreData WebKit LinkPresentation SafariServices CryptoKit Security Intents CoreSpotlight
CoreLocation MapKit Contacts ContactsUI MessageUI StoreKit LocalAuthentication UserNotifications Dispatch Darwin
Observation SwiftData QuickLookThumbnailing FileProvider CommonCrypto CoreText Accelerate Carbon
IntentsUI AppIntents WidgetKit SystemConfiguration Network TipKit EventKit""".split())
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |internal |private |package )?import\s+"
    r"(?:struct |class |enum |func |protocol |typealias |var |let )?(\w+)", re.M)
UNPORTABLE = re.compile(
    r"@objc\b|@objcMembers|#selector|#keyPath|@IB\w+|@NSManaged|@NSApplicationMain|@UIApplicationMain|@main\b"
    r"|NSClassFromString|dynamic var")
WORDS = {
    "swiftui": re.compile(r"[:,]\s*(Transferable|DropDelegate)\b"),
    "appkit": re.compile(r"\b(NSPasteboard\w*|NSDragging\w+|NSFilePromise\w+|NSDragOperation)\b"),
    "dragdrop": re.compile(
        r"\b(UIDragInteraction\w*|UIDropInteraction\w*|UITableViewDr[ao][gp]Delegate"
        r"|UICollectionViewDr[ao][gp]Delegate|UIDragItem|UIDropSession|UIDragSession)\b"),
    "pasteboard": re.compile(r"\bUIPasteboard\b"),
    "extension": re.compile(
        r"\b(NSItemProvider|NSExtensionItem|NSExtensionContext|SLComposeServiceViewController|extensionContext)\b"),
}
SKIPPED = re.compile(
    r"(^|/)(Pods|Carthage|Vendor|vendor|ThirdParty|Third ?[Pp]arty|External|Externals|Submodules|node_modules|\.build"
    r"|Checkouts|[^/]*Tests?|[^/]*UITests|Preview Content|Mocks?)/|Tests?\.swift$|Mock", re.I)
MULTILINE = re.compile(r'"""[\s\S]*?"""')
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def git(folder, *arguments, input=None):
    return subprocess.run(["git", "-C", folder, *arguments], check=True, stdout=subprocess.PIPE, input=input).stdout


def texts(folder, commit):
    """The name and the text of every Swift file that the rule looks at."""
    names = git(folder, "ls-tree", "-r", "-z", "--name-only", commit).decode("utf8", "replace").split("\0")
    names = [name for name in names if name.endswith(".swift") and not SKIPPED.search(name)]
    stream = git(folder, "cat-file", "--batch", input="".join(f"{commit}:{name}\n" for name in names).encode())
    at = 0
    for name in names:
        end = stream.index(b"\n", at)
        head, at = stream[at:end].split(), end + 1
        if head[-1] == b"missing":
            continue
        size = int(head[2])
        yield name, stream[at:at + size].decode("utf8", "replace")
        at += size + 1


def verdict(text):
    """The kind of a file with transfer code and why it is left out, or "candidates"."""
    code = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(("//", "*", "/*")))
    bare = LITERAL.sub('""', MULTILINE.sub('""', code))
    kind = next((kind for kind, _ in WANTED if WORDS[kind].search(bare)), None)
    imports = set(IMPORT.findall(code))
    if kind is None or (kind == "swiftui" and not imports & {"SwiftUI", "CoreTransferable"}):
        return None, None
    if kind != "swiftui" and "SwiftUI" in imports:
        return kind, "SwiftUI too"
    if not 20 <= text.count("\n") <= 300:
        return kind, "length"
    if UNPORTABLE.search(code):
        return kind, "Objective-C runtime"
    if len(imports - APPLE) > 1:
        return kind, "imports of others"
    return kind, "candidates"


def main():
    mirror, here = sys.argv[1], pathlib.Path(__file__).parent
    lines = (here / "repositories.tsv").read_text().splitlines()
    repositories = sorted(line.split("\t")[1] for line in lines if not line.startswith("#"))
    found, counts, seen = [], collections.Counter(), set()
    for repository in repositories:
        folder = f"{mirror}/{repository.replace('/', '+')}/repo"
        commit = git(folder, "rev-parse", "HEAD").decode().strip()
        for name, text in texts(folder, commit):
            kind, why = verdict(text)
            if kind is None:
                continue
            digest = hashlib.sha256(text.encode()).hexdigest()
            if why == "candidates" and digest in seen:
                why = "equal text"
            counts[kind, why] += 1
            if why == "candidates":
                seen.add(digest)
                order = hashlib.sha256(f"{SEED} {repository} {name}".encode()).hexdigest()
                found.append((kind, order, repository, name, commit))
    used = collections.Counter()
    for kind, wanted in WANTED:
        for _, _, repository, name, commit in sorted(row for row in found if row[0] == kind):
            if wanted and used[repository] < 2:
                wanted, used[repository] = wanted - 1, used[repository] + 1
                print(kind, repository, name, commit, sep="\t")
    for (kind, why), count in sorted(counts.items()):
        print("#", kind, why, count, sep="\t")


main()
