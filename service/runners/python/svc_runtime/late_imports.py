"""Patches a library the moment a test imports it, when the parent did not load it before."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Any, Callable, Dict, Optional, Sequence

Patch = Callable[[ModuleType], None]


class LateImports(importlib.abc.MetaPathFinder):
    """Finds the watched modules as usual and runs their patch after they are loaded."""

    def __init__(self, patches: Dict[str, Patch]) -> None:
        self.patches = dict(patches)

    def find_spec(
        self, name: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        """Called for every import; only a watched module costs more than a look-up."""
        patch = self.patches.pop(name, None)
        if patch is None:
            return None
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            self.patches[name] = patch
            return None
        spec.loader = PatchingLoader(spec.loader, patch)
        return spec


class PatchingLoader(importlib.abc.Loader):
    """Loads a module with its own loader and patches it."""

    def __init__(self, loader: Any, patch: Patch) -> None:
        self._loader = loader
        self._patch = patch

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> Optional[ModuleType]:
        """As the original loader does."""
        return self._loader.create_module(spec)  # type: ignore[no-any-return]

    def exec_module(self, module: ModuleType) -> None:
        """Executes the module, then patches it; the module keeps its own loader."""
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._patch(module)


def patch_when_imported(patches: Dict[str, Patch]) -> None:
    """Patches what is loaded now and watches for the rest."""
    late = {}
    for name, patch in patches.items():
        if name in sys.modules:
            patch(sys.modules[name])
        else:
            late[name] = patch
    sys.meta_path.insert(0, LateImports(late))
