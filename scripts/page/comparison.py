"""Pages of comparisons in a browser: what they show against the report's own JSON."""

import json
import os
import time
from xml.etree import ElementTree

# As Device/Measuring names them; the page has a chart of each for a weekday with fetches.
SECTIONS = ["metrics", "tradeoff", "response", "regret", "energy", "quantiles", "fairness", "apps", "totals", "closer", "origin"]

EXPERIMENT = """
return experiment {
  title = "Two pools", scenario = "weekday.lua", parameters = { poolMinutes = { 1, 10 } },
  policies = { "first-come", "fair-share", "far-sighted", "nothing" }, replications = 4,
  metrics = { "fresh at open", "staleness mean", "energy background" },
}
"""

# Names that have to stay names, and far more apps than fit in a window.
CROWD = """
local names, apps, user = { %s }, {}, {}
for i = 1, 300 do
  local name = names[i] or "app-" .. i
  apps[i] = app { id = name, script = "leaky.lua" }
  user[i] = { at = 10 * i, open = name, lasting = 5 }
end
return scenario { title = "crowd", duration = hours(1), apps = apps, user = usage.schedule(user) }
"""

CROWDED = """
return experiment {
  title = "</title><script>window.broken = 3</script> مرحبا", scenario = "crowd.lua",
  policies = { "first-come", { policy = "fair-share", label = %s }, { policy = "nothing", label = %s } },
  replications = 2, metrics = { "background seconds used", "tasks begun" },
}
"""

ALONE = """
return experiment { scenario = "crowd.lua", policies = { "first-come" }, replications = 1,
  metrics = { "background seconds used" } }
"""


class ComparisonPages:
    """The checks; `tools` has `check`, `dormouse`, `opened`, `readable` and `names` of test-page."""

    def __init__(self, browser, folder, tools):
        self.browser, self.folder, self.tools = browser, folder, tools

    def check(self, *arguments):
        self.tools["check"](*arguments)

    def file(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def compared(self, name, text, *options):
        """Runs an experiment; returns its page and its report as JSON."""
        page = self.file(name + ".html")
        store = self.file(name + ".sqlite")
        script = self.file(name + ".lua", text)
        self.tools["dormouse"]("compare", script, "-o", store, "--quiet", "--html", page)
        return page, json.loads(self.tools["dormouse"]("report", store, "--format", "json", "--apps", *options))

    def all(self):
        os.makedirs(self.folder, exist_ok=True)
        scripts = self.tools["scripts"]
        for name in ("scenarios", "apps"):
            os.symlink(os.path.join(scripts, name), os.path.join(self.folder, name))
        text = EXPERIMENT.replace("weekday.lua", "scenarios/weekday.lua")
        page, report = self.compared("pools", text)
        for width, height in ((1280, 1000), (390, 844)):
            for dark in (False, True):
                self.browser.look(width, height, dark)
                self.tools["opened"](self.browser, page)
                self.readable(f"comparison, {width} pixels, {'dark' if dark else 'light'}")
                self.tools["accessible"](self.browser, f"comparison, {width} pixels, {'dark' if dark else 'light'}")
        for width, height in self.tools["screens"]:
            self.browser.look(width, height, False)
            self.tools["opened"](self.browser, page)
            sight = self.browser.run("""
              const rows = [...document.querySelectorAll("#matrix-table tbody tr")];
              return { rows: rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length, all: rows.length,
                sentence: document.querySelector("#verdict-text")?.getBoundingClientRect().bottom <= innerHeight,
                wide: document.querySelector("#matrix-table td").getBoundingClientRect().right <= innerWidth,
                units: [...document.querySelectorAll("#matrix-table thead small")].every((e) => e.checkVisibility()) };""")
            self.check(sight["rows"] == sight["all"] > 4 and sight["sentence"] and sight["wide"] and sight["units"],
                       f"{width} x {height}: the first screen has the sentence and the matrix", sight)
        self.browser.look(1280, 1000, False)
        self.tools["opened"](self.browser, page)
        self.numbers(report)
        self.choosing(report)
        self.saving()
        paper = self.browser.devtools("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        self.check(len(paper["data"]) > 50_000, "it prints", len(paper["data"]))
        self.tools["printed"](self.browser, page, "a comparison")
        self.check(not self.browser.complaints(), "no errors on the console after all this")
        self.odd()

    def readable(self, what):
        """As every page; no text of a chart leaves it, and none is over another."""
        self.tools["readable"](self.browser, what)
        outside = self.browser.run("""
          return [...document.querySelectorAll(".chart > svg")].flatMap((drawing) => {
            const box = drawing.getBoundingClientRect();
            return [...drawing.querySelectorAll("text")].filter((text) => {
              const own = text.getBoundingClientRect();
              return own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1;
            }).map((text) => `${drawing.parentElement.parentElement.id}: ${text.textContent}`);
          });""")
        self.check(not outside, f"{what}: no label is cut by its chart", outside)
        covered = self.browser.run("""
          return [...document.querySelectorAll(".chart > svg")].flatMap((drawing) => {
            const boxes = [...drawing.querySelectorAll("text.tick, text.label, text.panel-title, text.name")]
              .map((text) => [text.getBoundingClientRect(), text.textContent]);
            return boxes.flatMap(([a, one], i) => boxes.slice(i + 1).filter(([b]) =>
              a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)
              .map(([, other]) => `${drawing.parentElement.parentElement.id}: ${one} / ${other}`));
          });""")
        self.check(not covered, f"{what}: no label is over another", covered)
        bare = self.browser.run("""
          return [...document.querySelectorAll(".chart > svg > g")].filter((panel) =>
            panel.querySelector(".axis") && panel.querySelectorAll(".tick").length < 2)
            .map((panel) => panel.textContent);""")
        self.check(not bare, f"{what}: every axis has two steps at least", bare)
        unnamed = self.browser.run("""return [...document.querySelectorAll(".chart, figure")]
          .filter((e) => !(e.getAttribute("aria-label") ?? document.getElementById(e.getAttribute("aria-labelledby"))?.textContent ?? "").trim())
          .map((e) => e.outerHTML.slice(0, 100));""")
        self.check(not unnamed, f"{what}: every chart says in words what it shows", unnamed)

    def numbers(self, report):
        """Charts and tables have the numbers of the JSON report."""
        sections = self.browser.run("return [...document.querySelectorAll('#main > section')].map((s) => s.id)")
        self.check(sections == SECTIONS, "the sections are there", sections)
        for metric in ("freshAtOpen", "stalenessMean", "energyBackground"):
            self.means(report, metric, {"poolMinutes": "1"})
        totals = self.browser.run("""
          const { given } = window.dormouse, find = (name) => given.metrics.findIndex((m) => m.name === name);
          const total = find("energy total"), factor = given.metrics[total].factor;
          const bars = [...document.querySelectorAll("#energy-components .bar[data-to]")].map((bar) => Number(bar.dataset.to));
          const { view } = window.dormouse;
          return given.policies.map((_, i) => i).filter((i) => !view.hidden.has(i))
            .map((i, row) => [given.sections[0][total][i].mean * factor, bars[3 * row + 2]]);""")
        self.check(all(abs(a - b) < 1e-9 * a for a, b in totals), "components add up to the total", totals)
        starts = self.browser.run("""return [...document.querySelectorAll("#energy-components .bar[data-from]")]
          .filter((_, i) => i % 3 === 0).map((bar) => bar.dataset.from);""")
        self.check(set(starts) == {"0"}, "bars begin at zero", starts)
        rows = self.browser.run("""document.querySelector("#apps-figure details").open = true;
          document.querySelector("#apps-figure details").dispatchEvent(new Event("toggle"));
          return [...document.querySelectorAll("#apps-figure tbody th")].map((cell) => cell.textContent);""")
        wanted = next(table for table in report["apps"] if table["metric"] == "freshAtOpen")
        self.check(rows == [row["app"] for row in wanted["apps"]], "a row for each app", rows)

    def means(self, report, key, setting):
        """The points of a metric's chart are its means and differences, and its table says them."""
        found = next(one for one in report["comparisons"] if one["metric"] == key
                     and all(str(one["setting"][name]) == value for name, value in setting.items()))
        name = next(one["name"] for one in report["metrics"] if one["key"] == key)
        drawn = self.browser.run("""
          const figure = document.getElementById("metric-" + arguments[0].replaceAll(" ", "-"));
          const metric = window.dormouse.given.metrics.find((m) => m.name === arguments[0]);
          figure.querySelector("details").open = true;
          figure.querySelector("details").dispatchEvent(new Event("toggle"));
          return { factor: metric.factor, n: [...figure.querySelectorAll("tbody tr")].map((row) => row.children[1].textContent),
            points: [...figure.querySelectorAll(".point")].map((p) => Number(p.dataset.value)) };""", name)
        hidden = set(self.browser.run("return [...window.dormouse.view.hidden].map((i) => window.dormouse.given.policies[i])"))
        policies = [p for p in found["policies"] if p["policy"] not in hidden]
        wanted = [p["mean"] for p in policies] + [p["difference"]["mean"] for p in policies if p["difference"]]
        same = len(wanted) == len(drawn["points"]) and all(
            abs(a * drawn["factor"] - b) <= 1e-9 * abs(b) + 1e-12 for a, b in zip(wanted, drawn["points"]))
        self.check(same, f"{name}: the points are the means and differences of the report", wanted, drawn)
        self.check(drawn["n"] == [str(p["count"]) for p in found["policies"]], f"{name}: n is that of the report", drawn["n"])

    def select(self, selector, text):
        self.browser.run("""
          const select = document.querySelector(arguments[0]);
          select.value = [...select.options].find((option) => option.textContent === arguments[1]).value;
          select.dispatchEvent(new Event("change"));""", selector, text)
        self.browser.frame()

    def choosing(self, report):
        """Another setting, metric and policy are shown when they are chosen."""
        self.select("#matrix label:nth-child(1) select", "poolMinutes = 10")
        self.means(report, "freshAtOpen", {"poolMinutes": "10"})
        told = self.browser.run("return document.querySelector('#commands').textContent")
        self.check("--set 'poolMinutes=10'" in told, "the commands are those of the setting", told)
        self.select("#apps-figure .controls label:nth-child(2) select", "far-sighted")
        title = self.browser.run("return document.querySelector('#apps-figure h3').textContent")
        self.check("far-sighted beside first-come" in title, "another policy beside the baseline", title)
        self.select("#tradeoff .controls label:first-child select", "staleness mean")
        title = self.browser.run("return document.querySelector('#tradeoff h3').textContent")
        self.check(title == "staleness mean against energy background", "another metric up", title)
        told = self.browser.run("return [document.querySelector('#tradeoff .about').textContent.includes('On the line'),"
                                " !!document.querySelector('#tradeoff .frontier')]")
        self.check(told[0] == told[1], "a line that is told of is drawn", told)
        self.select("#response .controls select", "energy background")
        points = self.browser.run("return document.querySelectorAll('#response .chart .point').length")
        named = self.browser.run("return [...document.querySelectorAll('#response .legend li')].map((e) => e.textContent)")
        self.check(named == ["first-come", "fair-share"], "the legend names what is drawn", named)
        self.check(points == 4, "a point for each policy and value of the parameter", points)
        self.matrix(report)

    def matrix(self, report):
        """The matrix sorts, takes another baseline, shows bounds when asked to, and keeps that in its address."""
        rows = "return [...document.querySelectorAll('#matrix-table tbody th[scope=row] bdi')].map((e) => e.textContent)"
        self.check(self.browser.run(rows) == ["first-come", "fair-share", "far-sighted", "nothing"],
                   "bounds come last", self.browser.run(rows))
        self.browser.run("document.querySelectorAll('#matrix .sort')[1].click()")
        means = self.browser.run("return [0, 1].map((i) => window.dormouse.standings(0)[i].mean)")
        wanted = ["first-come", "fair-share"] if means[0] >= means[1] else ["fair-share", "first-come"]
        self.check(self.browser.run(rows)[:2] == wanted, "sorted by a metric, the best first", means)
        self.select("#matrix label:nth-child(2) select", "fair-share")
        there = self.browser.run("return window.dormouse.standings(0)[0].difference.mean")
        here = next(p["difference"]["mean"] for one in report["comparisons"] if one["metric"] == "freshAtOpen"
                    and one["setting"]["poolMinutes"] == 10 for p in one["policies"] if p["policy"] == "fair-share")
        self.check(abs(there + here) < 1e-12, "the difference from another baseline is the opposite one", there, here)
        told = self.browser.run("return document.querySelector('#metric-fresh-at-open').textContent")
        self.check("difference from fair-share" in told, "the charts have the other baseline too")
        box = "#matrix-table input[aria-label='nothing in the charts']"
        self.browser.click(box)
        drawn = self.browser.run("return document.querySelectorAll('#metric-fresh-at-open text.label').length")
        address = self.browser.run("return location.href")
        self.check(drawn == 3, "a bound is drawn when it is chosen", drawn)
        self.browser.visit("about:blank")
        self.browser.visit(address)
        self.browser.frame()
        again = self.browser.run("const { view } = window.dormouse; return [view.setting, view.sort.metric, [...view.hidden].length,"
                                 " document.querySelector('#matrix-table .chosen bdi').textContent]")
        self.check(again == [1, 0, 1, "fair-share"], "the address brings the choices back", again)
        self.browser.visit(address.split("#")[0] + "#baseline=unheard-of")
        self.browser.frame()
        self.check("unheard-of" in self.browser.run("return document.querySelector('main [role=status]').textContent"),
                   "an address that names what there is not says so")
        self.browser.visit("about:blank")
        self.browser.visit(address.split("#")[0])
        self.browser.frame()

    def saving(self):
        """The CSV of a figure comes to the disk, in full precision, and its drawing as SVG."""
        self.browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder)
        self.browser.click("#metric-fresh-at-open .below > button")
        path = self.saved("metric-fresh-at-open.csv")
        wanted = self.browser.run("""const { figures, csvText } = window.dormouse;
          return csvText(figures.find((one) => one.id === "metric-fresh-at-open").csv());""")
        saved = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        self.check(saved == wanted and saved.count("\n") == 9, "the numbers are saved as CSV", saved)
        self.browser.click("#metric-fresh-at-open .below > button:last-child")
        path = self.saved("metric-fresh-at-open.svg")
        root = ElementTree.parse(path).getroot() if os.path.exists(path) else None
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")] if root is not None else []
        self.check("first-come" in texts and not any("class" in one.attrib for one in root.iter()),
                   "the chart is saved as SVG that needs no style sheet", texts)

    def saved(self, name):
        """Waits for a file that the page saves, and returns its path."""
        path = self.file(name)
        for _ in range(60):
            if os.path.exists(path):
                break
            time.sleep(0.05)
        return path

    def odd(self):
        """300 apps with names of any kind, one policy, one seed, and a store without runs."""
        quoted = [json.dumps(name, ensure_ascii=False) for name in self.tools["names"]]
        self.file("leaky.lua", self.tools["leaky"])
        self.file("crowd.lua", CROWD % ", ".join(quoted))
        page, report = self.compared("crowded", CROWDED % (quoted[0], quoted[7]))
        self.browser.look(390, 844, False)
        self.tools["opened"](self.browser, page)
        self.readable("300 apps at 390 pixels")
        self.browser.look(1280, 1000, True)
        self.tools["opened"](self.browser, page)
        self.readable("300 apps at 1280 pixels")
        self.check(self.browser.run("return window.broken ?? null") is None, "no name is executed")
        named = self.browser.run("""
          const details = document.querySelector("#apps-figure details");
          details.open = true; details.dispatchEvent(new Event("toggle"));
          return [...document.querySelectorAll("#apps-figure tbody th")].map((cell) => cell.textContent);""")
        self.check(sorted(named) == sorted(row["app"] for row in report["apps"][0]["apps"]) and len(named) == 300,
                   "each app is named whole", named[:9])
        page, _ = self.compared("alone", ALONE)
        self.tools["opened"](self.browser, page)
        self.readable("one policy, one seed")
        told = self.browser.run("return document.querySelector('#notes').textContent")
        self.check("only one policy" in told and "only one run of each" in told, "says what cannot be said", told)
