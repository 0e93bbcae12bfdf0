"""The command `dormouse`, started from Python."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Mapping

if TYPE_CHECKING:
    import pandas

    from ._study import Study


class DormouseError(Exception):
    """The command has ended with an error; the text is its message."""


def command() -> str:
    """The path of the command: ``$DORMOUSE``, or the one on the PATH."""
    named = os.environ.get("DORMOUSE")
    found = named if named else shutil.which("dormouse")
    if not found or not os.access(found, os.X_OK):
        raise DormouseError(
            f"{named}: no such command; DORMOUSE is to name it" if named else
            "no command 'dormouse' on the PATH; build it (scripts/build), then add "
            ".build/release to the PATH or name the command in DORMOUSE"
        )
    return found


def scenario_options(
    *,
    seed: int | None = None,
    settings: Mapping[str, Any] | None = None,
    only: Iterable[str] = (),
) -> list[str]:
    """The options that choose one run of a scenario."""
    options = [] if seed is None else ["--seed", str(seed)]
    for name, value in (settings or {}).items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        options += ["--set", f"{name}={text}"]
    for app in only:
        options += ["--only", app]
    return options


def output(arguments: list[str]) -> str:
    """What the command prints. Its remarks go to the standard error of this program."""
    done = subprocess.run([command(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    message = done.stderr.decode(errors="replace").strip()
    if done.returncode != 0:
        raise DormouseError(message or f"it ended with status {done.returncode}")
    return done.stdout.decode()


@dataclass(frozen=True)
class Run:
    """The report of one run, as ``dormouse run --json`` gives it."""

    report: dict[str, Any]

    @property
    def fingerprint(self) -> str:
        """Equal for equal runs, event by event."""
        return self.report["fingerprint"]

    @property
    def figures(self) -> pandas.Series:
        """The run's figures by their keys; times in seconds. docs/metrics.md says what each is."""
        import pandas

        return pandas.Series(self.report["device"], name=self.report["policy"])

    @property
    def apps(self) -> pandas.DataFrame:
        """A row an app, a column a figure."""
        import pandas

        return pandas.DataFrame.from_dict(self.report["apps"], orient="index")

    @property
    def findings(self) -> pandas.DataFrame:
        """A row a mistake of an app, with its file and line."""
        import pandas

        return pandas.DataFrame(self.report["findings"])


def run(
    scenario: str | os.PathLike[str],
    *,
    policy: str | None = None,
    seed: int | None = None,
    settings: Mapping[str, Any] | None = None,
    only: Iterable[str] = (),
) -> Run:
    """Runs a scenario once.

    ``policy`` is a name, ``name{key=value}`` or a ``.lua`` file, ``settings`` are the scenario's
    parameters. Raises DormouseError with the command's message, which names file and line.
    """
    arguments = ["run", os.fspath(scenario), "--json"]
    arguments += ["--policy", policy] if policy is not None else []
    arguments += scenario_options(seed=seed, settings=settings, only=only)
    return Run(json.loads(output(arguments)))


def compare(
    experiment: str | os.PathLike[str],
    store: str | os.PathLike[str] | None = None,
    *,
    replications: int | None = None,
    settings: Mapping[str, Any] | None = None,
    jobs: int | None = None,
) -> Study:
    """Makes the runs of an experiment that its store does not have yet, and reads the store.

    ``store`` is by default the experiment's name with ``.sqlite``, in the present folder.
    """
    from ._study import read

    if store is None:
        store = pathlib.Path(experiment).stem + ".sqlite"
    arguments = ["compare", os.fspath(experiment), "-o", os.fspath(store), "--quiet"]
    arguments += ["--replications", str(replications)] if replications is not None else []
    arguments += ["--jobs", str(jobs)] if jobs is not None else []
    output(arguments + scenario_options(settings=settings))
    return read(store)
