"""Holds the reader to `dormouse report`: check_reader.py STORE REPORT.json"""

import json
import math
import pathlib
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import dormouse  # noqa: E402


def check_intervals(study, report):
    keys = {metric["key"]: metric["name"] for metric in report["metrics"]}
    compared = 0
    for comparison in report["comparisons"]:
        if keys[comparison["metric"]] not in study.metrics:
            assert all(told["count"] == 0 for told in comparison["policies"]), comparison
            continue
        table = study.intervals(keys[comparison["metric"]])
        for name, value in comparison["setting"].items():
            column = table[name]
            table = table[column == (float(value) if column.dtype.kind == "f" else value)]
        table = table.set_index("policy")
        for told in comparison["policies"]:
            if told["count"] == 0:
                assert told["policy"] not in table.index
                continue
            ours = table.loc[told["policy"]]
            pairs = [("", told)]
            if told["difference"] is not None:
                pairs.append(("difference ", told["difference"]))
            for prefix, theirs in pairs:
                assert ours[prefix + "count"] == theirs["count"], (comparison["metric"], told)
                for figure in ["mean", "low", "high"]:
                    if theirs["low"] is None:
                        continue  # a single value has no interval
                    # Of the size of the values: a bound may lie near zero.
                    size = max(1, abs(told["mean"]), abs(theirs["high"] - theirs["low"]))
                    close = math.isclose(ours[prefix + figure], theirs[figure], abs_tol=1e-9 * size)
                    assert close, (comparison, told["policy"], prefix + figure, ours)
                    compared += 1
    assert compared > 20, compared
    return compared


def refused(path, error):
    try:
        dormouse.read(path)
    except error as problem:
        assert str(path) in str(problem), problem
        return
    raise AssertionError(f"{path} was read")


def check_damage(store):
    """What `dormouse report` refuses, the reader refuses as well."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy.sqlite"
        for sql in ["UPDATE plans SET baseline = 99", "UPDATE plans SET first_seed = -1"]:
            shutil.copy(store, copy)
            with closing(sqlite3.connect(copy)) as connection, connection:
                connection.execute(sql)
            refused(copy, dormouse.StoreError)
        # A page of a table, overwritten: its rows read, but not all of them are there.
        data = bytearray(pathlib.Path(store).read_bytes())
        size = int.from_bytes(data[16:18], "big")
        data[-size:] = bytes(size)
        copy.write_bytes(data)
        refused(copy, dormouse.StoreError)


def check_bad_files():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        refused(folder / "none.sqlite", FileNotFoundError)
        text = folder / "text.sqlite"
        text.write_text("this is no database, but a text of some length\n" * 40)
        refused(text, dormouse.StoreError)
        empty = folder / "empty ?#%41.sqlite"
        empty.write_bytes(b"")
        refused(empty, dormouse.StoreError)


if __name__ == "__main__":
    store, report = sys.argv[1:3]
    study = dormouse.read(store)
    report = json.loads(pathlib.Path(report).read_text())
    assert len(study.runs) == report["runs"]["done"] == len(study.metrics)
    assert study.baseline == report["baseline"]
    assert study.policies == [policy["label"] for policy in report["policies"]]
    assert study.findings["count"].sum() == sum(f["count"] for f in report["findings"])
    assert not study.apps.empty and set(study.apps["run"]) == set(study.runs.index)
    for name in ["no such metric", "policy"]:
        try:
            study.intervals(name)
        except KeyError:
            continue
        raise AssertionError(f"{name} was taken for a metric")
    check_bad_files()
    check_damage(store)
    print(f"{len(study.runs)} runs, {check_intervals(study, report)} figures equal")
