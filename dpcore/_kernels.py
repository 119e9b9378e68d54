"""`kernel`: a function compiled without the GIL, and kept on disk in a cache that cannot go stale, mixed up or wrong.

numba's own cache looks at the source of one file only, so that a change in a function that a kernel calls goes
unnoticed; a damaged file or a full disk raises in every call; and two processes that save at once may exchange their
entries.  Here every kernel and signature has a file of its own, which is replaced as a whole and begins with a
checksum.  Its name holds a digest of all sources that the kernel is built from.  A file that is missing, damaged or
stale is compiled anew, and where nothing can be saved all works as before, uncached.

The folder is numba's choice: NUMBA_CACHE_DIR if set, else __pycache__ beside the source, else the user's cache.  What
stands in __pycache__ beside the source is read in any case: an image may bring its kernels along and be read-only.
Code is for this machine's processor, or for the one that NUMBA_CPU_NAME says: `generic` runs on all of its kind.
"""

import ast
import functools
import hashlib
import logging
import os
import pickle
import platform
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, overload

import numba
from llvmlite.binding import get_host_cpu_name
from numba.core import caching, config, serialize

_PACKAGE = Path(__file__).parent
_CHECKSUM_BYTES = 32
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result", covariant=True)


class Kernel(Protocol[_Arguments, _Result]):
    """A compiled function, called as the Python function that it is made of."""

    @property
    def py_func(self) -> Callable[_Arguments, _Result]:
        """The Python function."""

    def __call__(self, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        """Run the compiled function."""


@overload
def kernel(function: Callable[_Arguments, _Result]) -> Kernel[_Arguments, _Result]: ...


@overload
def kernel(
    **options: Any,
) -> Callable[[Callable[_Arguments, _Result]], Kernel[_Arguments, _Result]]: ...


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function without the GIL at its first call with each signature, and keep the result on disk.

    Use as `@kernel` or with numba's options, as in `@kernel(error_model="numpy")`.
    """
    if function is None:
        return functools.partial(kernel, **options)
    dispatcher = numba.njit(nogil=True, **options)(function)
    try:
        dispatcher._cache = _Cache(function)
    except RuntimeError:  # numba found no folder that it may write to
        _say_once("there is no folder to save compiled kernels in (see NUMBA_CACHE_DIR)")
    return dispatcher


def inlined(function: Callable[_Arguments, _Result]) -> Kernel[_Arguments, _Result]:
    """Have kernels take the function in wherever they call it: one that is too long to be compiled for itself as well.

    Python runs it as `inlined(function).py_func`, which calls the kernels in it.
    """
    compiled: Kernel[_Arguments, _Result] = numba.njit(nogil=True, error_model="numpy", inline="always")(function)
    return compiled


def is_inlined(dispatcher: Any) -> bool:
    """Whether only the kernels that call this one are compiled."""
    return bool(dispatcher.targetoptions.get("inline") == "always")


def is_saved(dispatcher: Any) -> bool:
    """Whether this kernel, as its sources stand now, has been compiled on this machine before."""
    return isinstance(dispatcher._cache, _Cache) and dispatcher._cache.files.exist()


def can_save(dispatcher: Any) -> bool:
    """Whether this kernel has a folder for what is compiled."""
    return isinstance(dispatcher._cache, _Cache) and dispatcher._cache.can_save


@functools.cache
def _say_once(problem: str) -> None:
    logging.getLogger("dpcore").warning("Kernels are compiled again at every start: %s.", problem)


class _Files:
    """What numba's driver of a cache asks for: load and save by key, here one file a key."""

    def __init__(self, folder: Path, brought: Path, name: str, stamp: str) -> None:
        self._folder, self._brought, self._name, self._stamp = folder, brought, name, stamp

    def load(self, key: Any) -> Any:
        found = self._load(self._folder, key)
        return self._load(self._brought, key) if found is None and self._brought != self._folder else found

    def _load(self, folder: Path, key: Any) -> Any:
        try:
            content = (folder / self._file(key)).read_bytes()
        except OSError:
            return None
        checksum, data = content[:_CHECKSUM_BYTES], content[_CHECKSUM_BYTES:]
        if checksum != hashlib.sha256(data).digest():
            return None
        saved_key, reduced = pickle.loads(data)
        return reduced if saved_key == key else None

    def save(self, key: Any, reduced: Any) -> None:
        data = serialize.dumps((key, reduced))
        with tempfile.NamedTemporaryFile(dir=self._folder, prefix=self._name, suffix=".tmp", delete=False) as file:
            try:
                file.write(hashlib.sha256(data).digest() + data)
                file.close()
                os.replace(file.name, self._folder / self._file(key))
            except OSError:
                Path(file.name).unlink(missing_ok=True)
                raise
        for stale in set(self._folder.glob(f"{self._name}.*.nbc")) - set(self._current(self._folder)):
            stale.unlink(missing_ok=True)

    def exist(self) -> bool:
        return any(True for folder in (self._folder, self._brought) for _ in self._current(folder))

    def flush(self) -> None:
        for path in self._folder.glob(f"{self._name}.*.nbc"):
            path.unlink(missing_ok=True)

    def _current(self, folder: Path) -> Iterator[Path]:
        return folder.glob(f"{self._name}.{self._stamp}.*.nbc")

    def _file(self, key: Any) -> str:
        return f"{self._name}.{self._stamp}.{_short_digest(repr(key).encode())}.nbc"


class _Brought(caching.InTreeCacheLocator):
    """The folder beside the source, if it is there to be read."""

    def ensure_cache_path(self) -> None:
        if not os.path.isdir(self.get_cache_path()):
            raise FileNotFoundError(self.get_cache_path())


class _Locator:
    """numba's own locators in their order, the first with a folder that can be written to, else one to read from."""

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        writable = (caching.UserProvidedCacheLocator, caching.InTreeCacheLocator, caching.UserWideCacheLocator)
        for locator in (*writable, _Brought):
            found = locator.from_function(function, file)
            if found is not None and os.path.isabs(found.get_cache_path()):
                return found
        return None


class _Implementation(caching.CompileResultCacheImpl):
    _locator_classes: Any = (_Locator,)


class _Cache(caching.FunctionCache):
    _impl_class = _Implementation
    _cache_file: Any

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        source = Path(function.__code__.co_filename)
        python = "".join(platform.python_version_tuple()[:2])
        name = f"{source.stem}.{function.__qualname__}.py{python}".replace("<", "").replace(">", "")
        self.can_save = not isinstance(self._impl.locator, _Brought)
        brought = source.parent / "__pycache__"
        self.files = self._cache_file = _Files(Path(self.cache_path), brought, name, _stamp(source))

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception:  # whatever a file whose checksum is right holds instead of a kernel: it is compiled anew
            self.flush()
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        try:
            super().save_overload(signature, compiled)
        except OSError as error:
            _say_once(f"they could not be saved in {self.cache_path} ({error.strerror})")


@functools.cache
def _stamp(file: Path) -> str:
    """A digest of what this file's kernels are built from: all sources, the compiler and the processor."""
    files = {file}
    waiting = [file]
    while waiting:
        new = _imports(waiting.pop()) - files
        files |= new
        waiting += new
    processor = config.CPU_NAME or get_host_cpu_name()  # type: ignore[attr-defined]
    parts = [numba.__version__, processor, *(_source(path) for path in sorted(files))]
    return _short_digest("\0".join(parts).encode())


@functools.cache
def _imports(file: Path) -> frozenset[Path]:
    """The files of this package that a file imports at its top level."""
    found = set()
    for node in ast.parse(_source(file)).body:
        if isinstance(node, ast.Import):
            found |= {_file_of(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {_file_of(f"{node.module}.{alias.name}") or _file_of(node.module) for alias in node.names}
    return frozenset(path for path in found if path)


@functools.cache
def _file_of(module: str) -> Path | None:
    top, *rest = module.split(".")
    path = _PACKAGE.joinpath(*rest)
    files = (path.with_suffix(".py"), path / "__init__.py") if rest else (path / "__init__.py",)
    return next((file for file in files if top == _PACKAGE.name and file.exists()), None)


@functools.cache
def _source(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _short_digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
