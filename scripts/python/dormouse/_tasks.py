"""Frozen tasks for agents: what is simulated, what counts, and on which people.

A task never changes: a change of what it asks makes another version of it. Its scripts lie in this
package, and the fingerprint that `first-come` has on its first judging person tells whether the
dormouse at hand simulates what the task was published with.
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass, field
from typing import Any, Mapping

_SCRIPTS = pathlib.Path(__file__).parent / "tasks"


@dataclass(frozen=True)
class Task:
    """A frozen task. Each seed is another person; those for judging are not for training."""

    name: str
    about: str
    scenario: pathlib.Path
    settings: Mapping[str, Any]
    warm_up: str
    ask_every: str
    training: range
    judging: range
    #: of a whole run under `first-come` with the first judging seed
    fingerprint: str
    #: what a reward is made of, if nothing else is asked for
    reward: Mapping[str, float] = field(default_factory=lambda: {"freshOpens": 1.0})


def _fortnight(name: str, starts: int, about: str, fingerprint: str) -> Task:
    return Task(
        name=name, about=about, scenario=_SCRIPTS / "fortnight" / "scenarios" / "fortnight.lua",
        settings={"starts": starts}, warm_up="7d", ask_every="15m", training=range(1001, 2001),
        judging=range(1, 31), fingerprint=fingerprint,
    )


_TASKS = [
    _fortnight(
        "fortnight-v1", 6, "three weeks of one person with twelve apps, six fetches an hour",
        "eac56f8838e48e97991802d278ad926c",
    ),
    _fortnight(
        "fortnight-scarce-v1", 3, "the same people, three fetches an hour", "405a57e6c494a7416d67ac327f3e131c"
    ),
]


def tasks() -> dict[str, Task]:
    """All tasks by their names."""
    return {task.name: task for task in _TASKS}


def task(name: str) -> Task:
    """The task of a name with its version, such as ``fortnight-v1``."""
    found = tasks().get(name)
    if found is None:
        raise ValueError(f"{name}: there is no such task; there are {', '.join(tasks())}")
    return found
