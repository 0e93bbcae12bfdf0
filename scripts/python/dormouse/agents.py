"""Environments of Gymnasium in which an agent is the scheduling policy.

At each decision the agent sees what every policy sees, as numbers, and says which of the waiting apps
get their work now. Importing this module also registers every task with Gymnasium under
``dormouse/NAME``, so that ``gymnasium.make_vec`` and others find it.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import tempfile
from typing import Any, Callable, Iterable, Mapping, Union

try:
    import gymnasium
    import numpy
except ImportError as problem:
    raise ImportError(
        f"environments for agents need numpy and gymnasium ({problem}); "
        "pip install 'scripts/python[agents]' brings both"
    ) from None

from ._command import DormouseError, command, scenario_options
from ._tasks import Task, tasks
from ._tasks import task as _task

__all__ = ["DormouseEnv", "Task", "make", "tasks"]

PROTOCOL = 1  # the version of the rows of `dormouse agent` that this module knows
DECISION = 1.0  # what the first number of a row says

Counts = Mapping[str, float]
Reward = Union[Mapping[str, float], Callable[[Counts, Counts], float]]


class DormouseEnv(gymnasium.Env):
    """One person's phone; the agent shares out its background work.

    **Observation**: ``device``, a number for each of ``device_features``, and ``apps``, a row for each
    of ``apps`` with a number for each of ``app_features``; rows of apps that do not wait are 0.

    **Action**, with ``actions="choice"``: the place of the app that is to start next, or
    ``len(apps)`` for no more now. Time goes on when no slot or no waiting app is left, or the
    agent has enough; ``action_masks()`` tells what may be chosen. An app that may not be chosen
    is refused by the device, as any policy's would be: the decision is over, and ``info["refused"]``
    is true. With ``actions="scores"``: a number from -1 to 1 for each app; waiting apps above 0
    start, the highest first, while there are slots.

    **Reward**: what was counted since the last step, by ``reward``: weights of ``freshOpens`` (opens
    of apps that found nothing missing), ``opens`` (of apps that have content) and
    ``backgroundJoules``, or a function of the counts before and after.

    ``reason`` is what the trace says of every start.

    An episode is a person's whole run; it ends as truncated, since life would go on, and the last
    ``info["report"]`` is the run's report as ``dormouse run --json`` has it, warm-up left out.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        task: str | Task = "fortnight-v1",
        *,
        actions: str = "choice",
        reward: Reward | None = None,
        seeds: Iterable[int] | None = None,
        settings: Mapping[str, Any] | None = None,
        ask_every: str | None = "task",
        reason: str | None = None,
    ):
        if actions not in ("choice", "scores"):
            raise ValueError(f"actions: no such form ({actions!r}); give 'choice' or 'scores'")
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self.task = task if isinstance(task, Task) else _task(task)
        self._settings = {**self.task.settings, **(settings or {})}
        self._ask_every = self.task.ask_every if ask_every == "task" else ask_every
        self._reason = reason
        self._reward = self.task.reward if reward is None else reward
        self.seeds = list(self.task.training if seeds is None else seeds)
        if not self.seeds:
            raise ValueError("seeds: none are given")
        self._is_choice = actions == "choice"
        self._start(self.seeds[0])
        self._stop()
        if not callable(self._reward):
            unknown = set(self._reward) - set(self.counts)
            if unknown:
                raise ValueError(
                    f"reward: nothing of this name is counted ({sorted(unknown)[0]}); "
                    f"there are {', '.join(self.counts)}"
                )
        count = len(self.apps)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "device": gymnasium.spaces.Box(
                    -math.inf, math.inf, (len(self.device_features),), numpy.float64
                ),
                "apps": gymnasium.spaces.Box(
                    -math.inf, math.inf, (count, len(self.app_features)), numpy.float64
                ),
            }
        )
        self.action_space = (
            gymnasium.spaces.Discrete(count + 1)
            if self._is_choice
            else gymnasium.spaces.Box(-1, 1, (count,), numpy.float32)
        )

    # The other end

    def _start(self, person: int) -> None:
        """Begins a person's run and reads what its rows mean."""
        if self._is_closed:
            raise DormouseError("the environment is closed; make another")
        arguments = [command(), "agent", os.fspath(self.task.scenario)]
        arguments += ["--warm-up", self.task.warm_up]
        arguments += ["--ask-every", self._ask_every] if self._ask_every else []
        arguments += ["--reason", self._reason] if self._reason else []
        arguments += scenario_options(seed=person, settings=self._settings)
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        line = self._process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            raise self._failure()
        header = json.loads(line)
        if header["protocol"] != PROTOCOL:
            self._stop()
            raise DormouseError(
                f"this package knows version {PROTOCOL} of what 'dormouse agent' writes, and the "
                f"command ({command()}) has {header['protocol']}; install the package that came "
                "with the command"
            )
        self.apps: list[str] = header["apps"]
        self.counts: list[str] = header["counts"]
        self.device_features: list[str] = [each["name"] for each in header["deviceFeatures"]]
        self.app_features: list[str] = [each["name"] for each in header["appFeatures"]]
        first = 2 + len(self.counts)
        second = first + len(self.device_features)
        self._row = numpy.zeros(second + len(self.apps) * len(self.app_features), "<f8")
        self._bytes = memoryview(self._row).cast("B")
        self._counts = self._row[2:first]
        self._device = self._row[first:second]
        self._of_apps = self._row[second:].reshape(len(self.apps), len(self.app_features))
        self._answer = numpy.zeros(len(self.apps) + 1, "<f8")
        self._slots_place = self.device_features.index("freeSlots")

    def _read(self) -> bool:
        """Reads the next row; false when the run is over."""
        if self._process.stdout.readinto(self._bytes) != len(self._bytes):  # type: ignore
            raise self._failure()
        self._slots = int(self._row[1])
        self._chosen: list[int] = []
        return self._row[0] == DECISION

    def _send(self) -> None:
        self._answer[0] = len(self._chosen)
        self._answer[1 : 1 + len(self._chosen)] = self._chosen
        try:
            os.write(self._process.stdin.fileno(), self._answer.tobytes())  # type: ignore
        except BrokenPipeError:
            raise self._failure() from None

    def _failure(self) -> DormouseError:
        """What the other end said before it ended."""
        process, self._process = self._process, None
        status = process.wait()  # type: ignore[union-attr]
        self._errors.seek(0)
        message = self._errors.read().decode(errors="replace").strip()
        return DormouseError(message or f"the command has said nothing; it ended with status {status}")

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.stdin.close()  # type: ignore[union-attr]
        process.stdout.close()  # type: ignore[union-attr]
        process.kill()
        process.wait()
        self._errors.close()

    # Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins another person's run: ``options={"person": 7}``, or one drawn from ``seeds``."""
        super().reset(seed=seed)
        person = (options or {}).get("person")
        if person is None:
            person = self.seeds[int(self.np_random.integers(len(self.seeds)))]
        self._stop()
        self._start(int(person))
        self.person = int(person)
        self._refused = False
        self._is_over = not self._read()
        self._before = dict(zip(self.counts, self._counts.tolist()))
        return self._observation(), self._info()

    def step(
        self, action: Any
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes one action; see the class."""
        if self._process is None:
            raise DormouseError(
                "the environment is closed; make another" if self._is_closed
                else "no run is under way; call reset() first"
            )
        if self._is_over:  # a run in which nothing was ever to be decided
            return self._ended()
        if self._is_choice:
            if self._take(action):
                return self._observation(), 0.0, False, False, self._info()
        else:
            self._rank(action)
        self._send()
        if not self._read():
            return self._ended()
        reward = self._earned()
        return self._observation(), reward, False, False, self._info()

    def action_masks(self) -> numpy.ndarray:
        """Which choices the device would accept now: of the waiting apps, and that of no more."""
        mask = numpy.ones(len(self.apps) + 1, dtype=bool)
        mask[:-1] = self._of_apps[:, 0] > 0
        return mask

    def close(self) -> None:
        """Ends the run; closing twice does nothing."""
        self._stop()
        self._is_closed = True

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process, or into a copy: all but the run under way."""
        ways = ("_errors", "_row", "_bytes", "_counts", "_device", "_of_apps", "_answer")
        return {name: value for name, value in vars(self).items() if name not in ways} | {
            "_process": None
        }

    def __del__(self):
        if getattr(self, "_process", None) is not None:
            self._stop()

    # Parts of a step

    def _take(self, action: Any) -> bool:
        """Takes a choice; returns whether more can be chosen at this moment."""
        number = numpy.asarray(action)
        if number.size != 1 or number.item() not in range(len(self.apps) + 1):
            raise ValueError(f"action: expected 0 to {len(self.apps)} ({action!r})")
        choice = int(number.item())
        self._refused = False
        if choice == len(self.apps):
            return False
        self._chosen.append(choice)
        if self._of_apps[choice, 0] == 0:
            self._refused = True
            return False
        self._of_apps[choice] = 0
        self._device[self._slots_place] -= 1
        return len(self._chosen) < self._slots and bool(self._of_apps[:, 0].any())

    def _rank(self, action: Any) -> None:
        scores = numpy.asarray(action, dtype=float)
        if scores.shape != (len(self.apps),) or not numpy.isfinite(scores).all():
            raise ValueError(f"action: expected {len(self.apps)} finite scores ({action!r})")
        scores = numpy.where(self._of_apps[:, 0] > 0, scores, -1.0)
        order = numpy.argsort(-scores, kind="stable")
        self._chosen = [int(app) for app in order[: self._slots] if scores[app] > 0]

    def _earned(self) -> float:
        before, self._before = self._before, dict(zip(self.counts, self._counts.tolist()))
        if callable(self._reward):
            return float(self._reward(before, self._before))
        return sum(
            weight * (self._before[name] - before[name]) for name, weight in self._reward.items()
        )

    def _observation(self) -> dict[str, Any]:
        return {"device": self._device.copy(), "apps": self._of_apps.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "refused": self._refused}

    def _ended(self) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        reward = self._earned()
        self._of_apps[:] = 0
        info = self._info()
        text = self._process.stdout.read()  # type: ignore[union-attr]
        if not text:
            raise self._failure()
        info["report"] = json.loads(text)
        self._stop()
        return self._observation(), float(reward), False, True, info


def make(name: str = "fortnight-v1", **options: Any) -> DormouseEnv:
    """The environment of a task; the options are those of :class:`DormouseEnv`."""
    return DormouseEnv(name, **options)


for _name in tasks():
    if f"dormouse/{_name}" not in gymnasium.registry:
        gymnasium.register(
            f"dormouse/{_name}", entry_point=DormouseEnv, kwargs={"task": _name},
            order_enforce=False,
        )
