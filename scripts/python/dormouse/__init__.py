"""Dormouse from Python: runs, comparisons, stores in pandas, and environments for agents.

``read`` and ``compare`` give a :class:`Study`, ``run`` a :class:`Run`, and ``make`` an environment of
Gymnasium. Each needs only what it is made of: ``make`` needs gymnasium, ``read`` pandas and SciPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._command import DormouseError, Run, compare, run
    from ._study import Study, StoreError, read
    from ._judging import judge, record, regret
    from .agents import DormouseEnv, make, tasks

_PLACES = {
    "DormouseError": "_command",
    "Run": "_command",
    "compare": "_command",
    "run": "_command",
    "Study": "_study",
    "StoreError": "_study",
    "read": "_study",
    "judge": "_judging",
    "record": "_judging",
    "DormouseEnv": "agents",
    "make": "agents",
    "regret": "_judging",
    "tasks": "agents",
}

__all__ = list(_PLACES)


def __getattr__(name: str):
    if name not in _PLACES:
        raise AttributeError(f"module 'dormouse' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module("." + _PLACES[name], __name__), name)


def __dir__():
    return sorted(__all__)
