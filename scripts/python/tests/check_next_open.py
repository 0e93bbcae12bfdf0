"""How often the next app is among those that the policy `learned` holds likeliest: check_next_open.py
TRACE.jsonl... prints for each trace the opens that were predicted, and how many of them were among the
first 1, 3 and 5. Written after docs/policies.md, not after the policy's own code."""

import json
import sys
from collections import defaultdict

DAY, HOUR, SESSION = 86_400 * 10**9, 3_600 * 10**9, 300 * 10**9


class Counts:
    """Counts that are halved when their sum passes what they remember."""

    def __init__(self, memory):
        self.memory, self.sum, self.of = memory, 0.0, defaultdict(float)

    def add(self, key, weight=1.0):
        self.of[key] += weight
        self.sum += weight
        if self.sum > self.memory:
            for other in self.of:
                self.of[other] /= 2
            self.sum /= 2


def backed(count, whole, share):
    return (count + share) / (whole + 1.0)


class Learner:
    def __init__(self):
        self.used, self.places = Counts(2_000), Counts(2_000)
        self.rows = defaultdict(lambda: Counts(200))
        self.hours = [Counts(1_000) for _ in range(24)]
        self.recent = []  # the last one opened first
        self.merits = {True: [1.0] * 4, False: [1.0] * 4}
        self.last_open = None

    def predictors(self, app, hour):
        known = len(self.recent)
        share = (self.used.of.get(app, 0.0) + 0.5) / (self.used.sum + 0.5 * float(known + 1))
        markov = share
        if self.recent:
            row = self.rows[self.recent[0]]
            markov = backed(row.of.get(app, 0.0), row.sum, share)
        in_hour = backed(self.hours[hour].of.get(app, 0.0), self.hours[hour].sum, share)
        came = self.places.of.get(self.recent.index(app), 0.0) if app in self.recent else 0.0
        return [share, markov, in_hour, backed(came, self.places.sum, share)]

    def follows(self, at):
        return self.last_open is not None and at - self.last_open < SESSION

    def score(self, app, at, hour):
        p, w = self.predictors(app, hour), self.merits[self.follows(at)]
        mixed = p[0] * w[0] + p[1] * w[1] + p[2] * w[2] + p[3] * w[3]
        return mixed / (w[0] + w[1] + w[2] + w[3])

    def learn(self, app, at, hour):
        merits = self.merits[self.follows(at)]
        parts = [p * w for p, w in zip(self.predictors(app, hour), merits)]
        whole = parts[0] + parts[1] + parts[2] + parts[3]
        for index, part in enumerate(parts):
            merits[index] += part / whole
        if self.recent:
            self.rows[self.recent[0]].add(app)
        self.used.add(app)
        for shift, weight in [(23, 0.5), (0, 1.0), (1, 0.5)]:
            self.hours[(hour + shift) % 24].add(app, weight)
        if app in self.recent:
            self.places.add(self.recent.index(app))
            self.recent.remove(app)
        self.recent.insert(0, app)
        self.last_open = at


def hits(path):
    with open(path, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    opens = [(r["ns"], r["app"]) for r in records if r["kind"] == "user.open"]
    learner, found, numbers = Learner(), [0, 0, 0], {}
    for at, app in opens:
        hour = at % DAY // HOUR
        if app in numbers:
            scores = {other: learner.score(other, at, hour) for other in numbers}
            ahead = sum(
                score > scores[app] or (score == scores[app] and numbers[other] < numbers[app])
                for other, score in scores.items()
            )
            for index, depth in enumerate([1, 3, 5]):
                found[index] += ahead < depth
        numbers.setdefault(app, len(numbers))
        learner.learn(app, at, hour)
    return [len(opens)] + found


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(*hits(path))
