"""What agents are worth: their figures on a task's judging people, beside those of policies."""

from __future__ import annotations

import tempfile
from typing import Any, Callable, Iterable, Mapping

import pandas

from ._command import compare
from ._study import _summary
from .agents import DormouseEnv

#: Returns an action from the environment, what is seen, and ``info``.
Agent = Callable[[DormouseEnv, Any, Mapping[str, Any]], Any]


def judge(
    agent: Agent, task: str = "fortnight-v1", *, people: Iterable[int] | None = None, **options: Any
) -> pandas.DataFrame:
    """Lets an agent decide for each of the task's judging people, or for ``people``.

    A row a person: ``person``, the sum of rewards as ``return``, ``fingerprint``, and the figures of
    the run by their keys (``freshAtOpen``, ``energyBackground`` in J, ...), warm-up left out. The
    options are those of :class:`DormouseEnv`.
    """
    rows = []
    with DormouseEnv(task, **options) as env:
        for person in env.task.judging if people is None else people:
            observation, info = env.reset(options={"person": person})
            total, is_over = 0.0, False
            while not is_over:
                action = agent(env, observation, info)
                observation, reward, _, is_over, info = env.step(action)
                total += reward
            report = info["report"]
            rows.append(
                {"person": person, "return": total, "fingerprint": report["fingerprint"]}
                | report["device"]
            )
    return pandas.DataFrame(rows)


def regret(
    agents: Mapping[str, Agent | pandas.DataFrame] | None = None,
    task: str = "fortnight-v1",
    *,
    store: str | None = None,
    **options: Any,
) -> pandas.DataFrame:
    """How far policies and agents stay behind what is possible, on the task's judging people.

    A row a policy and agent, the best first, with means over people and Student's 95 % intervals:
    ``fresh`` at open, ``regret`` (what the bound that no policy can pass has more than it, person by
    person), and ``joules`` in the background; shares are from 0 to 1. An agent may be given as the
    frame that :func:`judge` has returned. ``store`` keeps the policies' runs for the next time.
    """
    names = ["fresh", "regret", "joules"]
    with tempfile.TemporaryDirectory() as folder, DormouseEnv(task) as env:
        study = compare(
            env.task.scenario.parents[1] / "experiment.lua", store or f"{folder}/policies.sqlite",
            replications=len(env.task.judging), settings=env.task.settings,
        )
    figures = study.metrics
    of_policies = pandas.DataFrame(
        {
            "name": figures["policy"], "fresh": figures["fresh at open"],
            "regret": figures["fresh at open bound"] - figures["fresh at open"],
            "joules": figures["energy background"],
        }
    )
    parts = [of_policies]
    for name, agent in (agents or {}).items():
        judged = agent if isinstance(agent, pandas.DataFrame) else judge(agent, task, **options)
        parts.append(
            pandas.DataFrame(
                {
                    "name": name, "fresh": judged["freshAtOpen"],
                    "regret": judged["freshAtOpenBound"] - judged["freshAtOpen"],
                    "joules": judged["energyBackground"],
                }
            )
        )
    values = pandas.concat(parts, ignore_index=True)
    table = pandas.DataFrame({"name": values["name"].unique()})
    for column in names:
        summary = _summary(values, ["name"], column, 0.95)
        summary.columns = ["name", "people", column, f"{column} low", f"{column} high"]
        table = table.merge(summary.drop(columns="people"), on="name")
    return table.sort_values("regret", kind="stable", ignore_index=True)


def record(
    agent: Agent,
    dataset: str,
    task: str = "fortnight-v1",
    *,
    people: Iterable[int],
    **options: Any,
) -> Any:
    """Keeps an agent's decisions as a data set of Minari, for learning offline.

    ``dataset`` is its name with a version, such as ``dormouse/first-come-v0``. Needs the package
    minari with its extras ``create`` and ``hdf5``. Returns the data set.
    """
    import gymnasium
    import minari

    collector = minari.DataCollector(gymnasium.make(f"dormouse/{task}", **options))
    env = collector.unwrapped
    for person in people:
        observation, info = collector.reset(options={"person": person})
        is_over = False
        while not is_over:
            observation, _, _, is_over, info = collector.step(agent(env, observation, info))
    made = collector.create_dataset(
        dataset_id=dataset, algorithm_name=getattr(agent, "__name__", "agent"),
        description=f"decisions of an agent on {task}", author="dormouse",
        author_email="", code_permalink="",
    )
    collector.close()
    return made
