#!/usr/bin/env python3
"""How well the next app can be guessed by gradient boosting, of drawn people and of a recorded phone.

scripts/studies/next_app.py [--command PATH] [--people N] [RECORDING...]

Needs scikit-learn, which is no part of the project. RECORDINGs are of one phone, in order of time: its
usage events, or what came to the screen, as UsageLoggerPublished writes them. The protocol is that of LSApp (docs/people.md): launches of one app
that follow each other are one; of each person the first four fifths are learned from, the others
predicted, and a hit is an app among the likeliest one, three or five. The boosting ranks all apps
that the person has used by what is known at the moment: shares, what followed the last app and the
last two, the hour, recency, counts of the last hour and day, and the pause. It learns over all
people at once, which the simple predictors cannot. The same people with their launches shuffled
tell what order adds. Intervals (95 %) are over people; of one phone, over its launches.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict

import numpy
from sklearn.ensemble import HistGradientBoostingClassifier

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOUR = 3600
DEPTHS = [1, 3, 5]
# Of Android's usage events: an app comes to the front.
TO_FRONT = "1"
# What a recording has in front between apps.
NO_APPS = {"Usage Logger", "System UI", "Android system", "OnePlus Launcher", "Pixel Launcher",
           "Nova Launcher", "Quickstep", "Launcher"}


def merged(launches):
    """Launches of one app that follow each other are one."""
    kept = []
    for at, app in launches:
        if not kept or kept[-1][1] != app:
            kept.append((at, app))
    return kept


def drawn(command, seed, habit):
    done = subprocess.run(
        [command, "run", "scripts/scenarios/people.lua", "--policy", "nothing", "--seed", str(seed),
         "--set", f"habit={habit}", "--trace", "-", "--quiet"],
        cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"scripts/studies/next_app.py: {done.stderr}")
    records = (json.loads(line) for line in done.stdout.splitlines() if '"user.open"' in line)
    return merged([(record["ns"] / 1e9, record["app"]) for record in records])


def recorded(paths):
    launches = []
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for at, what, kind, *_ in (line.split(",") for line in lines):
                if kind == TO_FRONT or what.startswith("App: "):
                    launches.append((int(at) / 1000, what.removeprefix("App: ")))
    return merged([launch for launch in launches if launch[1] not in NO_APPS])


def moments(launches):
    """Each launch with the apps that were known before it and what was known of each."""
    count, after, after_two = Counter(), defaultdict(Counter), defaultdict(Counter)
    by_hour = [Counter() for _ in range(24)]
    recent, day = [], []
    for index, (at, app) in enumerate(launches):
        hour = int(at // HOUR) % 24
        last = recent[0] if recent else None
        before = launches[index - 2][1] if index > 1 else None
        while day and day[0][0] < at - 24 * HOUR:
            day.pop(0)
        today = Counter(other for _, other in day)
        lately = Counter(other for time, other in day if time >= at - HOUR)
        pause = math.log1p(at - launches[index - 1][0]) if index else 0
        known = [other for other in count if other != last]
        rows = []
        for other in known:
            share = count[other] / index
            one, two = after[last], after_two[before, last]
            nearby = by_hour[hour]
            rows.append([
                share, (one[other] + share) / (sum(one.values()) + 1),
                (two[other] + share) / (sum(two.values()) + 1),
                (nearby[other] + share) / (sum(nearby.values()) + 1),
                recent.index(other), today[other], lately[other], pause, hour,
                math.log1p(index), math.log1p(len(known)),
                float(after[other][last] > 0)])
        yield app, known, rows
        if last is not None:
            after[last][app] += 1
            after_two[before, last][app] += 1
        count[app] += 1
        for shift, weight in [(23, 0.5), (0, 1), (1, 0.5)]:
            by_hour[(hour + shift) % 24][app] += weight
        if app in recent:
            recent.remove(app)
        recent.insert(0, app)
        day.append((at, app))


def ranked(known, scores, app):
    order = sorted(range(len(known)), key=lambda place: (-scores[place], place))
    names = [known[place] for place in order]
    return [float(app in names[:depth]) for depth in DEPTHS]


# The simple predictors by their columns: the likeliest of the most used, and so on.
SIMPLE = {"most used": 0, "Markov chain": 1}


def judge(people, learning):
    """The hit rates of each predictor, by person; the boosting learns from `learning` as well."""
    features, labels, tests = [], [], []
    for launches in people + learning:
        cut = len(launches) * 4 // 5
        test = []
        for index, (app, known, rows) in enumerate(moments(launches)):
            if index >= cut:
                test.append((app, known, rows))
            elif app in known:
                features += rows
                labels += [float(other == app) for other in known]
        tests.append(test)
    model = HistGradientBoostingClassifier(
        max_iter=200, learning_rate=0.08, max_leaf_nodes=31, min_samples_leaf=40, random_state=1)
    model.fit(numpy.array(features), numpy.array(labels))
    found = {name: [] for name in list(SIMPLE) + ["boosting"]}
    for test in tests[:len(people)]:
        own = {name: [] for name in found}
        for app, known, rows in test:
            table = numpy.array(rows) if rows else numpy.zeros((0, 12))
            boosted = model.predict_proba(table)[:, 1] if rows else []
            own["boosting"].append(ranked(known, boosted, app))
            for name, column in SIMPLE.items():
                own[name].append(ranked(known, table[:, column], app))
        for name in found:
            found[name].append(own[name])
    return found


def shown(rates):
    """Means and the half-widths of their intervals."""
    # Over people; of one person, over launches.
    values = [numpy.mean(person, axis=0) for person in rates] if len(rates) > 1 else rates[0]
    values = numpy.array(values)
    half = 1.96 * values.std(axis=0, ddof=1) / math.sqrt(len(values))
    return " / ".join(f"{mean:.3f}" for mean in values.mean(axis=0)) + f" (± {half[0]:.3f})"


def shuffled(people):
    generator = random.Random(1)
    result = []
    for launches in people:
        apps = [app for _, app in launches]
        generator.shuffle(apps)
        result.append(merged([(at, app) for (at, _), app in zip(launches, apps)]))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--command", default=os.path.join(ROOT, ".build", "release", "dormouse"))
    parser.add_argument("--people", type=int, default=24)
    parser.add_argument("recordings", nargs="*")
    given = parser.parse_args()
    people = [drawn(os.path.abspath(given.command), seed, 1) for seed in range(1, given.people + 1)]
    people = [launches for launches in people if len(launches) >= 50]
    groups = [("drawn", people, []), ("drawn, shuffled", shuffled(people), [])]
    if given.recordings:
        groups.append(("recorded", [recorded(given.recordings)], people))
    for name, group, learning in groups:
        tested = sum(len(launches) - len(launches) * 4 // 5 for launches in group)
        print(f"{name}: {len(group)}, {tested:,} launches predicted; first 1 / 3 / 5", flush=True)
        for predictor, rates in judge(group, learning).items():
            print(f"  {predictor:14}{shown(rates)}")


main()
