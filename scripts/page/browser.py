"""A headless Chromium, driven through chromedriver by the WebDriver protocol (W3C)."""

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """One window; to be used in a `with`, which ends the browser."""

    def __init__(self, width=1280, height=1000, dark=False):
        if shutil.which("chromedriver") is None:
            sys.exit("browser: there is no chromedriver on the PATH; run scripts/setup --all")
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            port = place.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.home = tempfile.mkdtemp(prefix="dormouse-browser-")
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.home})
        try:
            self._wait_for_driver()
            self.session = "/session/" + self._call("POST", "/session", self._wishes())["sessionId"]
        except Exception:
            self.close()
            raise
        self.look(width, height, dark)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if hasattr(self, "session"):
            try:
                self._call("DELETE", self.session)
            except OSError:
                pass
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def _wishes(self):
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
        # Chromium refuses its sandbox to root.
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        return {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments},
            # Milliseconds; what a script waits for is slow where tests run beside it.
            "timeouts": {"script": 300_000, "pageLoad": 300_000},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}}

    def _wait_for_driver(self):
        for _ in range(400):
            try:
                self._call("GET", "/status")
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("browser: chromedriver does not answer; try to run it by hand")

    def _call(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.address + path, data=data, method=method,
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=310) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    # What can be done with the page.

    def look(self, width, height, dark):
        """Sets the window's size and the theme."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=width < 600)
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def devtools(self, command, **parameters):
        return self._call(
            "POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path):
        """Loads a page from the disk."""
        self.visit("file://" + os.path.abspath(path))

    def visit(self, address):
        self._call("POST", self.session + "/url", {"url": address})

    def run(self, script, *arguments):
        """Runs a function's body in the page and returns what it returns."""
        return self._call(
            "POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def later(self, script):
        """Runs a function's body in the page, and returns what it gives to its last argument."""
        return self._call("POST", self.session + "/execute/async", {"script": script, "args": []})

    def frame(self):
        """Waits until the page has painted once more."""
        self.later("const done = arguments[0];"
                   "requestAnimationFrame(() => requestAnimationFrame(() => done()));")

    def click(self, selector):
        element = self._call(
            "POST", self.session + "/element", {"using": "css selector", "value": selector})
        for tries_left in reversed(range(20)):
            try:
                self._call("POST", f"{self.session}/element/{element[ELEMENT]}/click")
                break
            except RuntimeError as error:
                # What has just appeared may still move it.
                if "click intercepted" not in str(error) or tries_left == 0:
                    raise
                time.sleep(0.1)
        self.frame()

    def type(self, selector, text):
        element = self._call(
            "POST", self.session + "/element", {"using": "css selector", "value": selector})
        self._call("POST", f"{self.session}/element/{element[ELEMENT]}/value", {"text": text})

    def press(self, *keys):
        """Types keys to whatever has the focus."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._call("POST", self.session + "/actions", {
            "actions": [{"type": "key", "id": "keyboard", "actions": actions}]})
        self.frame()

    def point(self, *moves, down=True):
        """Moves the mouse to points of the window, with its button down from the first on."""
        actions = []
        for index, (x, y) in enumerate(moves):
            actions.append({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20})
            if index == 0 and down:
                actions.append({"type": "pointerDown", "button": 0})
        if down:
            actions.append({"type": "pointerUp", "button": 0})
        self._call("POST", self.session + "/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": actions}]})
        self.frame()

    def complaints(self):
        """What the console has told since it was asked before."""
        return [entry["message"] for entry in self._log("browser")]

    def requests(self):
        """Addresses that were asked for since the last look, but for the page's own."""
        addresses = []
        for entry in self._log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                addresses.append(message["params"]["request"]["url"])
        return addresses

    def _log(self, kind):
        return self._call("POST", self.session + "/se/log", {"type": kind})

    def picture(self, path, whole=False):
        """Writes what the window shows, or the whole page, as a PNG."""
        image = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))
