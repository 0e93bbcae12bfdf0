"""Pages of runs of a store: of one run, and of two of one seed above one another."""

import os
import subprocess

SIDES = ["--policy", "first-come", "--policy", "nothing", "--seed", "1", "--set", "poolMinutes=10"]


class StoredRuns:
    """The checks; `store` is that of scripts/page/comparison.py."""

    def __init__(self, browser, store, tools):
        self.browser, self.store, self.tools = browser, store, tools

    def check(self, *arguments):
        self.tools["check"](*arguments)

    def all(self):
        folder = os.path.dirname(self.store)
        self.browser.look(1280, 1000, False)
        one = os.path.join(folder, "one.html")
        self.tools["dormouse"]("run", self.store, "--policy", "fair-share", "--seed", "2", "--quiet", "--html", one)
        self.tools["opened"](self.browser, one)
        facts = self.browser.run("return document.querySelector('#facts').innerText")
        self.check("fair-share" in facts and "seed" in facts, "the page of a stored run", facts)
        two = os.path.join(folder, "two.html")
        done = subprocess.run([self.tools["command"], "diff", self.store, *SIDES, "--html", two],
                              capture_output=True, text=True)
        self.check(done.returncode == 1, "two policies differ", done.stderr)
        for width, height in ((1280, 1000), (390, 844)):
            for dark in (False, True):
                self.browser.look(width, height, dark)
                self.tools["opened"](self.browser, two)
                self.tools["readable"](self.browser, f"two runs, {width} pixels, {'dark' if dark else 'light'}")
                self.tools["accessible"](self.browser, f"two runs, {width} pixels, {'dark' if dark else 'light'}")
        self.browser.look(1280, 1000, False)
        self.tools["opened"](self.browser, two)
        self.lanes()
        self.stepping()
        self.check(not self.browser.complaints(), "no errors on the console after all this")

    def lanes(self):
        """Each app has two lanes, which are marked when they differ, and then only."""
        labels = self.browser.run("return window.dormouse.run.apps.map((app) => app.label)")
        self.check(len(labels) == 26 and labels[::2] == ["1" + label[1:] for label in labels[1::2]],
                   "the lanes of an app are above one another", labels)
        wrong = self.browser.run("""
          const { run } = window.dormouse;
          const at = (app, t) => app.activities.kind[app.activities.from.findLastIndex((from) => from <= t)];
          return run.apps.filter((app) => app.isUpper).flatMap((app) => {
            const other = run.apps[app.index + 1];
            const times = [...new Set([...app.activities.from, ...other.activities.from, run.end])].sort((a, b) => a - b);
            return times.slice(0, -1).filter((t, i) => {
              const middle = (t + times[i + 1]) / 2;
              const told = app.differs.from.some((from, k) => from <= middle && middle < app.differs.to[k]);
              return told !== (at(app, middle) !== at(other, middle));
            }).map((t) => [app.name, t]);
          });""")
        self.check(wrong == [], "what differs is marked, and nothing else", wrong)
        parts = self.browser.run("return [window.dormouse.run.partsAt, window.dormouse.differences[0].t]")
        self.check(0 <= parts[0] <= parts[1], "the runs part at the first difference or before", parts)
        legend = self.browser.run("return document.querySelector('#legend').textContent")
        self.check("the runs part" in legend, "the legend tells the line where they part", legend)
        scales = self.browser.run("return Object.values(Object.groupBy(window.dormouse.run.levels, (l) => l.key))"
                                  ".map((own) => new Set(own.map((l) => l.most)).size)")
        self.check(set(scales) == {1}, "both runs have one scale", scales)
        feet = self.browser.run("return [...document.querySelectorAll('#apps-table tfoot th')].map((e) => e.textContent)")
        self.check(feet == ["1 all 13", "2 all 13"], "the runs are not added up", feet)
        strange = self.browser.later("""
          const { run, decisionAt } = window.dormouse, done = arguments[0];
          Promise.all(run.apps.flatMap((app) => [...app.marks.decision].map(async (number, i) =>
            number >= 0 && (await decisionAt(number)).at !== app.marks.at[i] ? [[app.label, number]] : [])))
            .then((lists) => done(lists.flat()));""")
        self.check(strange == [], "a decision is that of its own run", strange)

    def stepping(self):
        """d goes to the next difference, and tells what both did."""
        self.browser.run("document.querySelector('#plot').focus()")
        self.browser.press("d")
        first = self.browser.run("const { differences, view } = window.dormouse; return [differences[0].t, view.now]")
        self.check(first[0] == first[1], "d goes to the first difference", first)
        told = self.browser.run("return document.querySelector('#details').innerText")
        self.check(": 1 " in told and ", 2 " in told, "both are told", told)
        self.browser.click("#difference-on")
        self.browser.run("document.querySelector('#plot').focus()")
        self.browser.press("D")
        now = self.browser.run("return window.dormouse.view.now")
        self.check(now == first[0], "D goes back", now)
        rows = self.browser.run("""
          const box = [...document.querySelectorAll("#tables details")].find((one) => one.textContent.includes("Where the runs differ"));
          window.dormouse.show(0, window.dormouse.run.end);
          box.open = true; box.dispatchEvent(new Event("toggle"));
          return [box.querySelectorAll("tbody tr").length, window.dormouse.differences.length];""")
        self.check(rows[0] == min(rows[1], 200) > 0, "the differences are a table too", rows)
        figures = self.browser.run("return [...document.querySelectorAll('#figures-table thead th')].map((c) => c.textContent)")
        self.check(figures == ["figure", "run 1", "run 2", "difference"], "and the figures that differ", figures)
