"""Reads the stores of Dormouse into pandas.

``dormouse.read(path)`` gives a :class:`Study`. The columns are those of docs/store.md.
"""

from ._study import Study, StoreError, read

__all__ = ["Study", "StoreError", "read"]
