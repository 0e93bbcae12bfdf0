"""The studio: its page in a browser, and its server against those who must get nothing."""

import os
import re
import shutil
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

STATE = "return document.querySelector('#state').textContent"
LABELS = "return [...document.querySelector('#page').contentDocument.querySelectorAll('#labels button')].map((b) => b.title)"
TITLE = "return document.querySelector('#page').contentDocument?.querySelector('#title')?.textContent"


class Studio:
    """A studio of a folder; to be used in a `with`, which ends it as Ctrl-C does."""

    def __init__(self, command, folder, *options):
        self.process = subprocess.Popen([command, "studio", folder, *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)

    def ask(self, path, method="GET", headers=None, body=None, address=None):
        """The status and text of an answer."""
        request = urllib.request.Request((address or self.address) + path, method=method, headers=headers or {}, data=body)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


class StudioPages:
    """The checks; `tools` are those of scripts/test-page."""

    def __init__(self, browser, folder, tools):
        self.browser, self.folder, self.tools = browser, os.path.join(folder, "studio"), tools
        self.command = tools["command"]
        for part in ("apps", "scenarios"):
            shutil.copytree(os.path.join(tools["scripts"], part), os.path.join(self.folder, part))
        case = os.path.join(tools["scripts"], "museum", "registered-twice")
        shutil.copytree(case, os.path.join(self.folder, "case"))

    def check(self, *arguments):
        self.tools["check"](*arguments)

    def wait(self, script, what, seconds=60):
        """Waits until a function's body is true in the page."""
        end = time.time() + seconds
        while time.time() < end:
            if self.browser.run(script):
                return True
            time.sleep(0.02)
        self.check(False, f"the studio: {what}", self.browser.run(STATE))
        return False

    def all(self):
        self.browser.look(1440, 900, False)
        with Studio(self.command, self.folder) as studio:
            self.opens(studio)
            self.edits()
            self.saves_at_once()
            self.futures()
            self.conflicts()
            self.tests()
            self.refuses(studio)
            self.bears(studio)
            for width, height in ((1440, 900), (390, 844)):
                for dark in (False, True):
                    self.browser.look(width, height, dark)
                    self.browser.frame()
                    what = f"the studio, {width} pixels, {'dark' if dark else 'light'}"
                    wide = self.browser.run("return [document.documentElement.scrollWidth, innerWidth]")
                    self.check(wide[0] <= wide[1], f"{what}: nothing is wider than the window", wide)
                    self.tools["accessible"](self.browser, what)
            self.browser.look(1440, 900, False)
            self.check(not [one for one in self.browser.complaints() if "409" not in one],
                       "the studio: no errors on the console after all this")
            # A page that is left asks whether to give up what is not saved.
            self.browser.run("window.studio.editor.setValue(window.studio.open?.text ?? '')")
            self.browser.visit("about:blank")
            self.check(studio.end() == -signal.SIGINT, "the studio ends by the signal", studio.process.returncode)
        self.ports()

    def opens(self, studio):
        self.browser.requests()
        self.browser.visit(studio.address + "#file=apps/news.lua&scenario=scenarios/weekday.lua")
        self.wait(STATE + ".includes(' ran in ')", "the scenario runs when the page is opened")
        labels = self.browser.run(LABELS)
        self.check(len(labels) == 13 and "news" in labels, "the studio: the timeline has its apps", labels)
        self.wait("return document.querySelectorAll('#scenario option').length > 5", "the scenarios are listed")
        outside = [url for url in self.browser.requests() if not url.startswith(studio.address) and url != "data:,"]
        self.check(not outside, "the studio: nothing is asked for elsewhere", outside)

    def save(self, text=None):
        """Saves by the keyboard, and waits until the run is shown."""
        begun = self.browser.run("return window.studio.begun")
        if text is not None:
            self.browser.run("window.studio.editor.setValue(arguments[0])", text)
        self.browser.run("document.querySelector('#editor textarea').focus()")
        self.browser.run("dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }))")
        self.wait(f"return window.studio.begun > {begun}", "saving begins a run")
        self.wait("return !document.querySelector('#state').textContent.startsWith('running')", "the run ends")

    def saves_at_once(self):
        """A save that comes while the one before is on its way waits for it."""
        self.browser.run("""
            for (const name of ["the first", "the second", "the third"]) {
              window.studio.editor.setValue(`-- ${name}\\n${arguments[0]}`);
              dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }));
            }""", self.text())
        self.wait("return window.studio.open.text.startsWith('-- the third') && document.querySelector('#save').disabled",
                  "the last of three saves at once is kept")
        with open(os.path.join(self.folder, "scenarios", "weekday.lua"), encoding="utf-8") as file:
            self.check(file.readline() == "-- the third\n", "the studio: the last of three saves at once is on the disk")
        self.check(self.browser.run("return document.querySelector('#conflict').hidden"),
                   "the studio: three saves at once are no conflict")
        self.wait("return !document.querySelector('#state').textContent.startsWith('running')", "the run ends")

    def text(self):
        return self.browser.run("return window.studio.editor.getValue()")

    def edits(self):
        """What is saved is run, and an error stands at its line."""
        self.browser.run("[...document.querySelectorAll('#file-list button')].find((b) => b.title.startsWith('scenarios/weekday.lua')).click()")
        self.wait("return window.studio.open?.path === 'scenarios/weekday.lua'", "a file is opened")
        text = self.text()
        self.browser.run("window.studio.editor.focus()")
        self.browser.press("-", "-", "x")
        self.check(self.text() == "--x" + text, "the studio: keys are typed into the editor", self.text()[:20])
        self.save(text.replace("A weekday with thirteen apps", "An edited day"))
        self.check(self.browser.run(TITLE) == "An edited day", "the studio: what is saved is shown", self.browser.run(TITLE))
        with open(os.path.join(self.folder, "scenarios", "weekday.lua"), encoding="utf-8") as file:
            self.check("An edited day" in file.read(), "the studio: it is on the disk")
        self.save("local x = = 1\n" + text)
        self.wait("return document.querySelector('.remark.error')?.textContent.includes('unexpected')", "an error stands at its line")
        self.check(self.browser.run(STATE.replace("textContent", "className")) == "bad", "the studio: it is told in the head")
        self.save(text)
        self.wait("return !document.querySelector('.remark.error')", "the error is gone when it is fixed")
        self.wait("return !!document.querySelector('.next')?.contentWindow?.begin", "a page is ready for the next run")
        self.browser.run("document.querySelector('.next').contentDocument.getElementById('lanes-place').remove()")
        self.save(text + "\n")
        self.check("null" in self.browser.run(STATE), "the studio: a page that fails is told", self.browser.run(STATE))
        self.save(text)
        self.check(" ran in " in self.browser.run(STATE), "the studio: the next run is shown after a page that failed", self.browser.run(STATE))
        times = []
        for _ in range(5):
            self.browser.run("""
              const textarea = document.querySelector('#editor textarea'), old = document.querySelector('#page').contentWindow.dormouse;
              window.studio.editor.replaceRange("\\n", { line: Infinity, ch: 0 });
              window.shown = null;
              const began = performance.now();
              const look = () => {
                const now = document.querySelector('#page').contentWindow?.dormouse;
                if (now && now !== old) requestAnimationFrame(() => { window.shown = performance.now() - began; });
                else requestAnimationFrame(look);
              };
              dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }));
              look();""")
            self.wait("return window.shown !== null", "a saved change is shown")
            times.append(self.browser.run("return window.shown"))
            self.wait("return !document.querySelector('#state').textContent.startsWith('running')", "the run ends")
            time.sleep(1)
        print(f"  the studio: a saved change of 13 apps for 24 h is shown after {sorted(times)[2]:.0f} ms"
              f" ({', '.join(f'{one:.0f}' for one in times)})")
        if "/release/" in self.command:
            self.check(sorted(times)[2] < 150, "the studio: a saved change is shown within 150 ms", times)

    def future(self, *acts):
        begun = self.browser.run("return window.studio.begun")
        for act in acts:
            self.browser.run("document.querySelector(`[data-act='${arguments[0]}']`).click()", act)
        self.browser.click("#what-if")
        self.wait(f"return window.studio.begun > {begun}", "what if begins a run")
        self.wait("return !document.querySelector('#state').textContent.startsWith('running')", "both futures are shown")

    def futures(self):
        """At a moment that is chosen on the timeline an app is opened, and home is pressed: two futures."""
        self.browser.run("""
          const page = document.querySelector('#page').contentDocument, input = page.querySelector('#time');
          input.value = "13:05";
          input.dispatchEvent(new Event('change', { bubbles: true }));""")
        self.check(self.browser.run("return document.querySelector('#at').value") == "13:05:00.000",
                   "the studio: the moment is taken from the timeline", self.browser.run("return document.querySelector('#at').value"))
        self.browser.run("document.querySelector('#future-app').value = 'chat'")
        self.future("open APP", "wait 600", "home")
        self.check(self.browser.run("return document.querySelector('#then').value") == "open chat; wait 600; home", "the studio: acts are added")
        labels = self.browser.run(LABELS)
        self.check(len(labels) == 26 and labels[0][0] == "1" and labels[1] == "2" + labels[0][1:],
                   "the studio: the old future stands above the new", labels)
        seen = self.browser.run("""
          const { run, view } = document.querySelector('#page').contentWindow.dormouse;
          const at = (app) => app.activities.kind[app.activities.from.findLastIndex((from) => from <= view.now + 6e7)];
          return [view.now, ...run.apps.filter((app) => app.name === "chat").map(at)];""")
        self.check(seen[0] == (13 * 60 + 5) * 60e6 and seen[1] != seen[2], "the studio: the app is open in the new one only", seen)
        begun = self.browser.run("return window.studio.begun")
        self.browser.run("document.querySelector('#then').value = 'home; fly'")
        self.browser.click("#what-if")
        self.wait(f"return window.studio.begun > {begun} && document.querySelector('#state').className === 'bad'", "an act that is none is told")
        self.check("no such act" in self.browser.run(STATE), "the studio: and which", self.browser.run(STATE))
        begun = self.browser.run("return window.studio.begun")
        self.browser.run("document.querySelector('#as-it-was').click()")
        self.wait(f"return window.studio.begun > {begun} && !document.querySelector('#state').textContent.startsWith('running')", "one future again")
        self.check(len(self.browser.run(LABELS)) == 13, "the studio: as it was", self.browser.run(LABELS))

    def conflicts(self):
        """Another program's change is shown at once, and asked about where there is one of one's own."""
        path = os.path.join(self.folder, "scenarios", "weekday.lua")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("A weekday with thirteen apps", "Saved elsewhere"))
        self.wait(f"{TITLE} === 'Saved elsewhere'", "what another editor saves is run")
        self.check("Saved elsewhere" in self.text(), "the studio: and is in the editor")
        self.browser.run("window.studio.editor.setValue('-- mine\\n' + window.studio.editor.getValue())")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.wait("return !document.querySelector('#conflict').hidden", "a change on both sides is told")
        self.browser.click("#keep-mine")
        self.save()
        with open(path, encoding="utf-8") as file:
            self.check(file.read().startswith("-- mine\n"), "the studio: one's own is kept and saved")
        self.save(text)
        os.remove(path)
        self.wait("return !document.querySelector('#conflict').hidden", "a file that is removed is told")
        self.browser.click("#keep-mine")
        self.save()
        with open(path, encoding="utf-8") as file:
            self.check(file.read() == text, "the studio: what was removed can be saved again")

    def tests(self):
        """Tests run on save; places in them lead to their lines."""
        self.browser.run("document.querySelector('#tab-tests').click()")
        self.wait("return document.querySelector('#tests').textContent.includes('passed')", "the tests have run")
        path = os.path.join(self.folder, "case", "fixed.lua")
        shutil.copy(os.path.join(self.folder, "case", "app.lua"), path)
        self.wait("return document.querySelector('#tab-tests .bad')", "a test that fails is counted")
        self.browser.run("document.querySelector('#tests .place').click()")
        self.wait("return window.studio.open.path.startsWith('case/')", "its place is opened")
        self.browser.run("document.querySelector('#tab-timeline').click()")

    def refuses(self, studio):
        """Who has no token, comes from elsewhere, or wants what is not of the folder, gets nothing."""
        root = re.match(r"http://[^/]+", studio.address).group()
        for what, answer in {
            "without a token": studio.ask("/about", address=root),
            "with another token": studio.ask("/" + "0" * 32 + "/about", address=root),
            "from another origin": studio.ask("about", headers={"Origin": "http://example.org"}),
            "from no origin": studio.ask("about", headers={"Origin": "null"}),
            "by another name": studio.ask("about", headers={"Host": "example.org"}),
        }.items():
            self.check(answer[0] == 403 and "scripts" not in answer[1], f"the studio refuses who asks {what}", answer)
        secret = os.path.join(os.path.dirname(self.folder), "secret.lua")
        with open(secret, "w", encoding="utf-8") as file:
            file.write("-- secret")
        os.symlink(secret, os.path.join(self.folder, "link.lua"))
        os.symlink("/etc", os.path.join(self.folder, "etc"))
        for path in ("../secret.lua", "link.lua", secret, "etc/hosts.txt", "apps/../../secret.lua", ".hidden.lua", "apps", "", "a\0.lua"):
            for method, body in (("GET", None), ("PUT", b"-- written")):
                status, text = studio.ask("file?path=" + urllib.parse.quote(path), method, body=body)
                self.check(status in (404, 409) and "secret" not in text, f"the studio gives no {method} of {path!r}", status, text)
        with open(secret, encoding="utf-8") as file:
            self.check(file.read() == "-- secret", "the studio writes nothing outside of its folder")
        self.check(studio.ask("run?path=../secret.lua", "POST")[0] == 404, "nor runs it")
        self.check(studio.ask("file?path=apps/news.lua&version=old", "PUT", body=b"")[0] == 409, "nor writes over what has changed")
        os.remove(os.path.join(self.folder, "link.lua"))
        os.remove(os.path.join(self.folder, "etc"))

    def bears(self, studio):
        """A run that takes for ever, ten windows at once, large files."""
        with open(os.path.join(self.folder, "long.lua"), "w", encoding="utf-8") as file:
            file.write('return scenario { duration = days(36500), apps = { app { id = "a", script = "apps/chat.lua", modes = { "fetch" } } } }')
        self.wait("return [...document.querySelectorAll('#scenario option')].some((o) => o.value === 'long.lua')", "a new file is listed")
        self.browser.run("const s = document.querySelector('#scenario'); s.value = 'long.lua'; s.dispatchEvent(new Event('change'))")
        self.wait("return document.querySelector('#state').textContent.startsWith('running long.lua')", "a long run begins")
        self.check(studio.ask("about")[0] == 200, "the studio answers while it runs")
        self.browser.click("#stop")
        self.wait("return document.querySelector('#state').textContent.includes('it was stopped')", "a run can be stopped")
        self.browser.run("const s = document.querySelector('#scenario'); s.value = 'scenarios/weekday.lua'; s.dispatchEvent(new Event('change'))")
        self.wait(STATE + ".includes(' ran in ')", "and another run")
        answers = []
        threads = [threading.Thread(target=lambda i=i: answers.append(
            studio.ask(f"run?path=scenarios/weekday.lua&window=w{i}", "POST"))) for i in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.check(len(answers) == 10 and all(status == 200 and '"page":' in text and '"page":null' not in text for status, text in answers),
                   "ten windows at once have their runs", [(status, text[:100]) for status, text in answers])
        large = os.path.join(self.folder, "large.lua")
        with open(large, "w", encoding="utf-8") as file:
            file.write("-- a line of a large file\n" * 200_000)
        self.check(studio.ask("file?path=large.lua")[0] == 200, "a file of 5 MB is opened")
        with open(large, "a", encoding="utf-8") as file:
            file.write("-- a line of a large file\n" * 200_000)
        status, text = studio.ask("file?path=large.lua")
        self.check(status == 404 and "8 MB" in text, "one of 10 MB is not, and why", text)
        os.remove(large)
        os.remove(os.path.join(self.folder, "long.lua"))

    def ports(self):
        """A port in use, and folders that are none."""
        with Studio(self.command, self.folder) as studio:
            port = re.search(r":(\d+)/", studio.address).group(1)
            for arguments, status, words in (
                ([self.folder, "--port", port], 74, "Address already in use"),
                ([os.path.join(self.folder, "none")], 66, "no such folder"),
                ([os.path.join(self.folder, "apps", "news.lua")], 66, "it is a file"),
            ):
                done = subprocess.run([self.command, "studio", *arguments], capture_output=True, text=True, timeout=20)
                self.check(done.returncode == status and words in done.stderr, f"the studio: {words}", done.returncode, done.stderr)
