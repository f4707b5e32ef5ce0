"""A browser for tests of the page."""
import contextlib
import shutil
import sys

from playwright.sync_api import sync_playwright


@contextlib.contextmanager
def chromium():
    """Chromium of this machine; without one the test ends as skipped."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        print("skipped: chromium is not here")
        sys.exit(77)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
