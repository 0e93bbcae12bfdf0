"""A store of `dormouse compare` as pandas frames."""

from __future__ import annotations

import pathlib
import sqlite3
import urllib.parse
from contextlib import closing
from dataclasses import dataclass

import pandas
from scipy import stats

APPLICATION = 1148154477  # "Dorm", the application_id of a store
SCHEMA = 8  # the user_version that this reader knows


class StoreError(Exception):
    """A file that is not a store, or is one that this reader does not know."""


@dataclass(frozen=True)
class Study:
    """The finished runs of a store's latest plan.

    ``parameters`` names the columns that hold the experiment's parameters, and ``blocks`` those of
    them whose values are units to pair over (users, days); without any, the seed is the unit.
    """

    path: pathlib.Path
    plan: pandas.Series
    parameters: list[str]
    blocks: list[str]
    policies: list[str]
    baseline: str
    runs: pandas.DataFrame
    metrics: pandas.DataFrame
    apps: pandas.DataFrame
    findings: pandas.DataFrame
    exits: pandas.DataFrame
    failures: pandas.DataFrame
    definitions: pandas.DataFrame
    provenance: pandas.DataFrame

    @property
    def settings(self) -> list[str]:
        """Parameters of which each value has a comparison of its own: all but the blocks."""
        return [name for name in self.parameters if name not in self.blocks]

    def units(self, metric: str) -> pandas.DataFrame:
        """A row for each setting, policy and unit: the metric's mean over the unit's runs."""
        if metric not in self.metrics.columns.drop(self.parameters + ["policy", "seed"]):
            raise KeyError(f"{metric}: there is no such metric in {self.path.name}")
        by = self.settings + ["policy"] + (self.blocks or ["seed"])
        values = self.metrics[by + [metric]].dropna(subset=[metric])
        means = values.groupby(by, sort=False, dropna=False)[metric].mean()
        return means.rename("value").reset_index()

    def differences(self, metric: str, baseline: str | None = None) -> pandas.DataFrame:
        """Each policy's value less the baseline's, in the same setting and for the same unit.

        A pair of which one side has no value is left out.
        """
        baseline = self.baseline if baseline is None else baseline
        if baseline not in self.policies:
            raise KeyError(f"{baseline}: no policy of {self.path.name}; it has {self.policies}")
        units = self.units(metric)
        of_baseline = units[units.policy == baseline].drop(columns="policy")
        others = units[units.policy != baseline]
        on = self.settings + (self.blocks or ["seed"])
        pairs = others.merge(of_baseline, on=on, suffixes=("", " of baseline"))
        pairs["difference"] = pairs["value"] - pairs["value of baseline"]
        return pairs

    def intervals(
        self, metric: str, baseline: str | None = None, level: float = 0.95
    ) -> pandas.DataFrame:
        """Means, and mean differences from the baseline, with Student's t intervals.

        A row for each setting and policy: ``count``, ``mean``, ``low``, ``high``, and the same of
        the paired difference with ``difference`` in front (missing for the baseline).
        """
        by = self.settings + ["policy"]
        means = _summary(self.units(metric), by, "value", level)
        paired = _summary(self.differences(metric, baseline), by, "difference", level)
        paired.columns = by + ["difference " + name for name in paired.columns[len(by) :]]
        table = means.merge(paired, on=by, how="left")
        order = {policy: place for place, policy in enumerate(self.policies)}
        return table.sort_values(
            by, key=lambda column: column.map(order) if column.name == "policy" else column,
            kind="stable", ignore_index=True,
        )


def _summary(frame: pandas.DataFrame, by: list[str], column: str, level: float):
    """Count, mean and interval of the mean of each group; no interval of a single value."""
    groups = frame.groupby(by, sort=False, dropna=False)[column]
    table = groups.agg(count="count", mean="mean", deviation="std").reset_index()
    quantile = stats.t.ppf((1 + level) / 2, (table["count"] - 1).clip(lower=1))
    half = quantile * table["deviation"] / table["count"] ** 0.5
    table["low"], table["high"] = table["mean"] - half, table["mean"] + half
    return table[by + ["count", "mean", "low", "high"]]


def read(path) -> Study:
    """Reads a store, for which no `dormouse` is needed.

    Raises FileNotFoundError where there is no file, and StoreError where it is no store of a
    version that this reader knows.
    """
    path = pathlib.Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such file")
    address = "file:" + urllib.parse.quote(str(path.resolve())) + "?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as store:
        try:
            (application,) = store.execute("PRAGMA application_id").fetchone()
            (version,) = store.execute("PRAGMA user_version").fetchone()
        except sqlite3.DatabaseError as problem:
            raise StoreError(f"{path}: not a store of dormouse ({problem})") from None
        if application != APPLICATION:
            raise StoreError(f"{path}: an SQLite file, but not a store of dormouse")
        if version != SCHEMA:
            raise StoreError(
                f"{path}: schema version {version}; this reader knows {SCHEMA}, take the one "
                "that came with the dormouse that made the store"
            )
        try:
            store.execute("BEGIN")  # all frames are of one moment, while `compare` may write
            (verdict,) = store.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise StoreError(f"{path}: damaged ({verdict.splitlines()[-1]})")
            return _read(path, store)
        except (sqlite3.DatabaseError, pandas.errors.DatabaseError) as problem:
            raise StoreError(f"{path}: damaged ({problem})") from None


def _read(path: pathlib.Path, store: sqlite3.Connection) -> Study:
    def table(query: str) -> pandas.DataFrame:
        return pandas.read_sql(query, store)

    plans = table("SELECT * FROM plans ORDER BY id DESC LIMIT 1")
    if plans.empty:
        raise StoreError(f"{path}: a store without a plan")
    plan = plans.iloc[0]
    (policy_count,) = store.execute(
        "SELECT count(*) FROM plan_policies WHERE plan = ?", (int(plan["id"]),)
    ).fetchone()
    (setting_count,) = store.execute(
        "SELECT count(*) FROM plan_settings WHERE plan = ?", (int(plan["id"]),)
    ).fetchone()
    if (
        not 0 <= plan["baseline"] < policy_count
        or not setting_count
        or plan["replications"] < 1
        or plan["first_seed"] < 0
    ):
        raise StoreError(
            f"{path}: damaged (a plan without policies, settings, replications or seeds)"
        )
    of_plan = f"WHERE plan = {int(plan['id'])} ORDER BY ordinal"
    blocks = table(f"SELECT name FROM plan_blocks {of_plan}")["name"].tolist()
    policies = table(
        f"SELECT label FROM plan_policies JOIN policies ON policies.id = policy {of_plan}"
    )["label"].tolist()
    given = table("SELECT * FROM parameters")
    parameters = list(dict.fromkeys(given["name"]))
    runs = table(
        """
        SELECT plan_runs.run, settings.text AS setting, policies.label AS policy, plan_runs.seed,
               fingerprint, virtual_seconds, events, decision_calls, decision_seconds,
               real_seconds, policy_fault, provenance
        FROM plan_runs JOIN settings ON settings.id = plan_runs.setting
          JOIN policies ON policies.id = plan_runs.policy JOIN runs ON runs.id = plan_runs.run
        WHERE plan_runs.status = 'done'
        ORDER BY setting_ordinal, policy_ordinal, plan_runs.seed
        """
    )
    columns = _values(given, parameters).reindex(runs["setting"]).set_axis(runs.index)
    clash = [name for name in parameters if name in runs.columns]
    runs = pandas.concat([columns.rename(columns={n: f"parameter {n}" for n in clash}), runs], axis=1)
    parameters = [f"parameter {n}" if n in clash else n for n in parameters]
    blocks = [f"parameter {n}" if n in clash else n for n in blocks]
    runs = runs.set_index("run")
    keys = parameters + ["policy", "seed"]
    results = table("SELECT run, metric, value FROM results")
    wide = results.pivot(index="run", columns="metric", values="value")
    # A metric of which no run had a case has a column all the same.
    asked = table(f"SELECT name FROM plan_metrics {of_plan}")["name"]
    wide = wide.reindex(columns=wide.columns.union(asked))
    of_apps = table("SELECT run, app, metric, value FROM app_results")
    of_apps = of_apps.pivot(index=["run", "app"], columns="metric", values="value").reset_index()
    definitions = table("SELECT name, key, unit, better, definition FROM metrics ORDER BY id")

    def with_keys(frame: pandas.DataFrame) -> pandas.DataFrame:
        """The run's parameters, policy and seed in front."""
        frame = frame.drop(columns=["setting", "policy", "seed"], errors="ignore")
        return runs[keys].merge(frame, left_index=True, right_on="run").reset_index(drop=True)

    return Study(
        path=path, plan=plan, parameters=parameters, blocks=blocks, policies=policies,
        baseline=policies[int(plan["baseline"])], runs=runs,
        metrics=runs[keys].join(wide), apps=with_keys(of_apps),
        findings=with_keys(table("SELECT * FROM app_findings")),
        exits=with_keys(table("SELECT * FROM app_exits")),
        failures=table("SELECT * FROM failures"),
        definitions=definitions.set_index("name"),
        provenance=table("SELECT * FROM provenance").set_index("id"),
    )


def _values(given: pandas.DataFrame, parameters: list[str]) -> pandas.DataFrame:
    """A row a setting, a column a parameter: of numbers where all of its values are."""
    columns = {}
    for name in parameters:
        of_it = given[given["name"] == name].set_index("setting")
        columns[name] = of_it["text"] if of_it["number"].isna().any() else of_it["number"]
    return pandas.DataFrame(columns)
