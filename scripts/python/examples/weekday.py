"""A walk through a comparison: `dormouse compare scripts/experiments/weekday.lua`.

    python3 scripts/python/examples/weekday.py weekday.sqlite
"""

# %% What was run
import sys

import dormouse

study = dormouse.read(sys.argv[1] if len(sys.argv) > 1 else "weekday.sqlite")
print(f"{study.plan.title}: {len(study.runs)} runs, compared with {study.baseline}")
print(study.runs.groupby(study.parameters + ["policy"]).size().unstack().to_string())

# %% How fresh is each policy, and is it fresher than the baseline?
fresh = study.intervals("fresh at open")
print(fresh.round(3).to_string(index=False))

# %% Freshness against energy: who gives most for a joule?
means = study.metrics.groupby(study.parameters + ["policy"], sort=False)[
    ["fresh at open", "energy background"]
].mean()
print(means.round(3).to_string())

# %% For whom: the freshness of each app under each policy
apps = study.apps.pivot_table(index="app", columns="policy", values="fresh at open")
print(apps.round(2).to_string())

# %% What went wrong, and where
print(study.findings.groupby(["app", "rule", "line"])["count"].sum().to_string())
