#!/usr/bin/env python3
"""The page of the README's picture: Writer with a document that `proffer copy` offered and that Ctrl+V pasted.

usage: /usr/bin/python3 pasted_page.py PROFFER [--draw | --page FILE.png]

Runs the commands of the picture and a real Writer on an X server without a screen, and presses Ctrl+V. The headings, lists, bold and
italic words, links and tables of the page must be those of the document, and the terminal of the picture must have what the program
prints. The status is 1 otherwise. A screenshot of the page is not compared with the picture, because it depends on fonts.

--draw  Draw the picture again, with a new screenshot.
--page  Keep the screenshot.
"""
import argparse, io, os, sys, time

sys.dont_write_bytecode = True
import recording
from desktop import under_guard
from PIL import Image, ImageGrab
from pair_sessions import Failed, Session, becomes, desktop_script, expect

# In hundredths of a millimeter; the table is as wide as the text of a page of Letter size.
TEXT_WIDTH, MARGIN = 16510, 500
# Of Xvfb.
PIXELS_PER_INCH = 100
PIXELS = 2 * recording.PAGE_WIDTH, 2 * recording.PAGE_HEIGHT
ZOOM = int(100 * PIXELS[0] / ((TEXT_WIDTH + 2 * MARGIN) * PIXELS_PER_INCH / 2540))
COLORS = 32


def paragraph(text, style, heading=0, level=0, bold=(), italic=(), links=()):
    return {"text": text, "style": style, "heading": heading, "list": level, "bold": list(bold), "italic": list(italic),
            "links": [list(link) for link in links]}


PARAGRAPHS = [
    paragraph("Release on Friday", "Heading 1", heading=1, bold=["Release on Friday"]),
    paragraph("Version 2 is ready to test. Please read the changes and our plan.", "Standard", bold=["ready to test"],
              italic=["changes"], links=[("plan", "https://example.org/plan")]),
    paragraph("Anna tries the installer", "List Paragraph", level=1),
    paragraph("Ben reads the manual", "List Paragraph", level=1),
    paragraph("and runs its examples", "List, List", level=2),
]
TABLES = [[["Task", "Who", "Days"], ["Installer", "Anna", "2"], ["Manual", "Ben", "1"]]]


def compare(page):
    """Checks that the text and the formatting of the document have been pasted."""
    arrived = [each for each in page["paragraphs"] if each["text"]]
    expect(len(arrived) == len(PARAGRAPHS), f"{len(arrived)} paragraphs arrive instead of {len(PARAGRAPHS)}", arrived)
    for each, expected in zip(arrived, PARAGRAPHS):
        wrong = [f"{key}: {each[key]!r} instead of {expected[key]!r}" for key in expected if each[key] != expected[key]]
        expect(not wrong, f"{expected['text']!r} arrives with another {', '.join(wrong)}")
    expect(page["tables"] == TABLES, "another table arrives", page["tables"])


def screenshot(display):
    """The page on a display, cropped to the size of the picture; None until all of the table is shown."""
    screen = ImageGrab.grab(xdisplay=display).convert("RGB")
    # The page is white on grey, and its upper left corner is that of what is white.
    white = screen.convert("L").point(lambda value: 255 if value == 255 else 0).getbbox()
    if not white:
        return None
    page = screen.crop((white[0], white[1], white[0] + PIXELS[0], white[1] + PIXELS[1]))
    dark = page.convert("L").point(lambda value: 255 if value < 96 else 0).getbbox()
    return page if dark and (dark[2] - dark[0]) / PIXELS[0] > 0.98 * TEXT_WIDTH / (TEXT_WIDTH + 2 * MARGIN) else None


def paste(session):
    """The lines of the terminal, and the page into which their document was pasted, as a picture."""
    office = session.office()
    title = office.ask("open_page", text_width=TEXT_WIDTH, margin=MARGIN, zoom=ZOOM)
    window = session.desktop.window(f"^{title}$")
    expect(window, f"Writer does not show the window {title}")
    terminal = recording.lines(session.desktop)
    # LibreOffice remembers for some seconds which types the clipboard had.
    time.sleep(2.5)
    session.key("ctrl+v", window)
    expect(becomes(lambda: office.ask("read_page")["tables"], interval=0.1), "Writer pastes no table", session.offered())
    compare(office.ask("read_page"))
    found = []
    display = session.desktop.environment["DISPLAY"]
    expect(becomes(lambda: found.append(screenshot(display)) or found[-1], interval=0.2), "Writer does not show the whole table")
    return terminal, found[-1]


def png(picture):
    """A picture as a PNG with few colors."""
    data = io.BytesIO()
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()


def main():
    under_guard()
    parser = argparse.ArgumentParser(usage="pasted_page.py PROFFER [--draw | --page FILE.png]")
    parser.add_argument("proffer")
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--page")
    options = parser.parse_args()
    desktop_script.X11.screen = f"{PIXELS[0] + 200}x{PIXELS[1] + 400}"
    session = Session("x11", os.path.abspath(options.proffer))
    try:
        session.begin()
        terminal, picture = paste(session)
        print(f"Ctrl+V in Writer pasted {len(PARAGRAPHS)} paragraphs and {len(TABLES)} table with their formatting")
        if options.page:
            picture.save(options.page)
        if options.draw:
            with open(recording.PICTURE, "w", encoding="utf-8") as file:
                file.write(recording.drawing(terminal, png(picture)))
        expect(recording.is_current(terminal), f"the terminal of {recording.PICTURE} is not what the program prints; --draw draws it again")
    except Failed as error:
        print("FAILED", *error.args, sep="\n")
        return 1
    finally:
        session.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
