"""Calls the test functions of a pytest-style file."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any, Collection, Coroutine, Dict, Iterator


def call_test_functions(names: Dict[str, Any], file_name: str, called: Collection[str]) -> None:
    """Calls every function that the file defines, names `test_*`, can be called without arguments and never called."""
    for function in list(_uncalled(names, file_name, called)):
        result = function()
        if inspect.iscoroutine(result):
            _run_coroutine(result)


def _uncalled(names: Dict[str, Any], file_name: str, called: Collection[str]) -> Iterator[FunctionType]:
    """In the order of their definition, which is that of the names in a module."""
    seen = set()
    for name, value in names.items():
        if name.startswith("test_") and name not in called and isinstance(value, FunctionType):
            if id(value) not in seen and _is_from(value, file_name) and not _has_required_arguments(value):
                seen.add(id(value))
                yield value


def _is_from(function: FunctionType, file_name: str) -> bool:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code is not None and bool(code.co_filename == file_name)


def _has_required_arguments(function: FunctionType) -> bool:
    parameters = inspect.signature(function).parameters.values()
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(item.default is item.empty and item.kind not in optional for item in parameters)


def _run_coroutine(coroutine: Coroutine[Any, Any, Any]) -> None:
    # Only asynchronous tests pay for the import.
    import asyncio

    asyncio.run(coroutine)
