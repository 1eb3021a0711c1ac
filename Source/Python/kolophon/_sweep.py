# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps: a function or a command over many cells, on one machine or, by Dask, on many."""
import dataclasses
import functools
import hashlib
import inspect
import itertools
import json
import math
import os
import pickle
import shutil
import subprocess
import time
import types
import typing

import numpy as np

from . import _engine
from ._io import path_of
from ._play import _in_range, _whole

_CHUNK_SECONDS = 1.0  # of work per task: what a scheduler takes for a task is a hundredth of it
_LARGEST_CHUNK = 1000


@dataclasses.dataclass(frozen=True, eq=False)
class Sweep:
    """Cells of a sweep: values of the axes by name, results as arrays of the grid's shape by name, and `computed`, an array that is False
    for cells without a result of their own: refinement has filled them with their neighbours'. sweep["level"] is an array."""
    axes: dict
    results: dict
    computed: np.ndarray

    def __getitem__(self, name):
        return self.results[name]

    @property
    def shape(self):
        """Number of values of each axis."""
        return self.computed.shape


class _Grid:
    """Cells by number: the last axis is the fastest."""

    def __init__(self, grid):
        if not isinstance(grid, dict) or not grid:
            raise ValueError(f"grid: {grid!r} is invalid; allowed: a dict of names and values")
        self.axes = {str(name): list(values.tolist() if isinstance(values, np.ndarray) else values) for name, values in grid.items()}
        for name, values in self.axes.items():
            if not values:
                raise ValueError(f"grid: {name} has no values")
        self.shape = tuple(len(values) for values in self.axes.values())
        self.size = math.prod(self.shape)

    def cell(self, number):
        places = np.unravel_index(number, self.shape)
        return {name: values[place] for (name, values), place in zip(self.axes.items(), places)}


def _plain(value):
    """A result as JSON has it: numbers, texts, switches and None, by name."""
    if isinstance(value, dict):
        return {str(name): _scalar(name, one) for name, one in value.items()}
    return {"value": _scalar("value", value)}


def _scalar(name, value):
    if isinstance(value, (np.generic, np.ndarray)) and np.ndim(value) == 0:  # the largest sample of a Sound, too
        value = value.item()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise ValueError(f"result {name}: {value!r} is invalid; allowed: numbers, texts, True, False, None")


def _work(function, cells):
    """Results of a chunk, and the seconds that a cell took."""
    begin = time.perf_counter()
    results = [_plain(function(**cell)) for cell in cells]
    return results, (time.perf_counter() - begin) / len(cells)


class _Here:
    """Runs chunks in this process, one after the other."""

    workers = 1

    def run(self, function, chunks, cell):
        for chunk in chunks:
            yield chunk, *_work(function, [cell(number) for number in chunk])


class _Dask:
    """Runs chunks by a Dask client, a few per worker at a time. Chunks of a worker that is lost go to another one."""

    def __init__(self, client):
        self.client = client

    @property
    def workers(self):
        return max(1, sum(self.client.nthreads().values()))

    def run(self, function, chunks, cell):
        import distributed
        waiting, chunk_of = iter(chunks), {}
        ended = distributed.as_completed(with_results=True, raise_errors=True)

        def submit(count):
            for chunk in itertools.islice(waiting, count):
                future = self.client.submit(_work, function, [cell(number) for number in chunk], pure=False)
                chunk_of[future.key] = chunk
                ended.add(future)
        submit(8 * self.workers)
        for future, (results, seconds) in ended:
            submit(1)
            yield chunk_of.pop(future.key), results, seconds


def _engine_for(client):
    if client is None:
        return _Here()
    try:
        import distributed
    except ImportError:
        raise ImportError("client: a sweep on several machines needs Dask; install python3-distributed (pip: distributed)") from None
    if not isinstance(client, distributed.Client):
        raise ValueError(f"client: {client!r} is invalid; allowed: a distributed.Client, or None for this process alone")
    return _Dask(client)


class _Identity:
    """What results depend on, as far as it can be seen, as a digest: every number of every array."""

    def __init__(self):
        self.open, self.functions = set(), {}  # ids of what is being told: things may contain each other; functions that are told

    def _pairs(self, items):
        return sorted(([str(name), self.told(value)] for name, value in items), key=lambda pair: pair[0])

    def told(self, value):
        """A value as JSON has it; equal for equal values only. Raises ValueError for one that tells nothing."""
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
            return [type(value).__name__, repr(value)]
        if isinstance(value, np.generic):
            return [value.dtype.str, repr(value.item())]
        if id(value) in self.open:
            return ["again", type(value).__qualname__]
        self.open.add(id(value))
        try:
            return self._content(value)
        finally:
            self.open.discard(id(value))

    def _content(self, value):
        if isinstance(value, np.ndarray) and not value.dtype.hasobject:
            return ["array", value.dtype.str, list(value.shape), hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()]
        if isinstance(value, (list, tuple, np.ndarray)):
            return [type(value).__name__, [self.told(one) for one in value]]
        if isinstance(value, (set, frozenset)):
            return ["set", sorted((self.told(one) for one in value), key=json.dumps)]
        if isinstance(value, dict):
            return ["dict", sorted(([self.told(name), self.told(one)] for name, one in value.items()), key=json.dumps)]
        if hasattr(value, "to_json") and not isinstance(value, type):
            return [type(value).__qualname__, value.to_json()]
        return self._object(value)

    def _object(self, value):
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if isinstance(value, functools.partial):
            return ["partial", self.told(value.func), self.told(value.args), self._pairs(value.keywords.items())]
        if isinstance(value, types.MethodType):
            return ["method", self.told(value.__self__), self.told(value.__func__)]
        if isinstance(value, types.FunctionType):
            if id(value) not in self.functions:
                self.functions[id(value)] = self._function(value)
            return self.functions[id(value)]
        if isinstance(value, type) or not hasattr(value, "__dict__"):
            try:
                return [type(value).__qualname__, hashlib.sha256(pickle.dumps(value, 4)).hexdigest(), self._source(value)]
            except Exception:
                raise ValueError(f"{type(value).__qualname__} is an object without visible content") from None
        slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        state = {**vars(value), **{name: getattr(value, name) for name in slots if hasattr(value, name)}}
        return [type(value).__module__, type(value).__qualname__, self._source(type(value)), self._pairs(state.items())]

    def _source(self, of):
        try:
            return inspect.getsource(of)
        except (OSError, TypeError):
            return ""

    def _function(self, function):
        """Its text, its defaults, and what it takes from around it: a helper of its module likewise."""
        code = function.__code__
        source = self._source(function) or [code.co_code.hex(), list(code.co_names)]
        around = inspect.getclosurevars(function)
        taken = []
        for name, value in sorted({**around.globals, **around.nonlocals}.items()):
            if isinstance(value, (types.ModuleType, type, types.BuiltinFunctionType)):
                continue
            if isinstance(value, types.FunctionType) and value.__module__ != function.__module__:
                continue
            try:
                taken.append([name, self.told(value)])
            except ValueError:
                pass  # a lock, a file: not what a result depends on
        constants = [self.told(one) for one in code.co_consts if not isinstance(one, (types.CodeType, type(...)))]
        return [function.__module__, function.__qualname__, source, constants, self.told(function.__defaults__),
                self.told(function.__kwdefaults__), taken]


def _identity(function, grid, settings):
    """What results depend on, as far as it can be seen: the function, the grid, and what the caller says."""
    parts = []
    for name, value in (("function", function), ("grid", list(grid.axes.items())), ("settings", settings)):
        try:
            parts.append(_Identity().told(value))
        except ValueError as reason:
            raise ValueError(f"{name}: {reason}; results in a folder need one that can be compared") from None
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class _Results:
    """Results by cell, of this and of earlier runs."""

    def __init__(self, grid, folder, identity):
        self.by_cell = {}
        self.rows = None if folder is None else _engine.SweepRows(path_of(folder), identity(), 1, 1)
        for row in [] if self.rows is None else self.rows.rows():
            number, _, text = row.partition(",")
            try:
                result = json.loads(text)
            except ValueError:
                continue
            if number.isdigit() and int(number) < grid.size and isinstance(result, dict):
                self.by_cell.setdefault(int(number), result)

    def keep(self, number, result):
        if self.rows is not None:
            self.rows.append(f"{number},{json.dumps(result)}")
        self.by_cell[number] = result


class _Runner:
    """Computes cells in chunks, and keeps each result as soon as its chunk is back."""

    def __init__(self, function, grid, results, engine, chunk, progress):
        self.function, self.grid, self.results, self.engine = function, grid, results, engine
        self.chunk, self.progress, self.seconds = chunk, progress, None

    def _size(self, count):
        """Cells of a chunk: about a second of work, and no fewer than four chunks per worker."""
        if self.chunk or self.seconds is None:
            return self.chunk or 1
        fair = max(1, count // (4 * self.engine.workers))
        return max(1, min(fair, _LARGEST_CHUNK, round(_CHUNK_SECONDS / max(self.seconds, 1e-6))))

    def run(self, numbers):
        numbers = [int(number) for number in numbers if int(number) not in self.results.by_cell]
        first = 2 * self.engine.workers if self.seconds is None and not self.chunk else 0  # how long does a cell take?
        for part in (numbers[:first], numbers[first:]):
            size = self._size(len(part))
            chunks = [part[begin:begin + size] for begin in range(0, len(part), size)]
            for chunk, found, seconds in self.engine.run(self.function, chunks, self.grid.cell):
                self.seconds = seconds if self.seconds is None else min(self.seconds, seconds)
                for number, result in zip(chunk, found):
                    self.results.keep(number, result)
                if self.progress is not None:
                    self.progress(len(self.results.by_cell) / self.grid.size)


def _label_of(refine):
    if callable(refine):
        return refine
    if not isinstance(refine, str):
        raise ValueError(f"refine: {refine!r} is invalid; allowed: the name of a result, or a function of a cell's results")

    def label(result):
        if refine not in result:
            raise ValueError(f'refine: the results have no "{refine}"; they have {", ".join(result)}')
        return result[refine]
    return label


class _Refinement:
    """Fills a grid with labels from coarse to fine. A point between others that agree is inferred; where they differ it is computed, and
    at last so is every cell beside a border, so that both sides of a border that was met are results, not guesses."""

    def __init__(self, grid, runner, label, stride):
        self.shape, self.runner, self.label = grid.shape, runner, label
        stride = 2 ** int(math.log2(stride))
        self.source = np.full(grid.shape, -1, dtype=np.int64)  # number of the cell whose result each has
        self.strides = [min(stride, 2 ** int(math.log2(max(1, size - 1)))) if size > 1 else 1 for size in grid.shape]
        self.codes, self.code = np.full(grid.shape, -1, dtype=np.int64), {}

    def _compute(self, numbers):
        self.runner.run(numbers)
        for number in numbers:
            key = json.dumps(_Identity().told(self.label(self.runner.results.by_cell[int(number)])))
            self.codes.flat[number] = self.code.setdefault(key, len(self.code))
            self.source.flat[number] = number

    def _lattice(self, strides):
        """Places along each axis: multiples of its stride, and its last one."""
        return [sorted({*range(0, size, stride), size - 1}) for size, stride in zip(self.shape, strides)]

    def run(self):
        lattice = self._lattice(self.strides)
        self._compute([np.ravel_multi_index(place, self.shape) for place in itertools.product(*lattice)])
        while max(self.strides) > 1:
            finer = [max(1, stride // 2) for stride in self.strides]
            self._halve(lattice, self._lattice(finer))
            self.strides, lattice = finer, self._lattice(finer)
        self._follow_borders()

    def _halve(self, coarse, fine):
        """Infers or computes the points of a finer lattice: axis by axis between neighbours of the coarser one."""
        around = []
        for old, new in zip(coarse, fine):
            spans, at = [], 0
            for place in new:
                while at + 1 < len(old) and old[at + 1] <= place:
                    at += 1
                spans.append((old[at],) if old[at] == place else (old[at], old[at + 1]))
            around.append(spans)
        wanted = []
        for index in itertools.product(*(range(len(new)) for new in fine)):
            place = tuple(new[i] for new, i in zip(fine, index))
            if self.source[place] >= 0:
                continue
            corners = list(itertools.product(*(spans[i] for spans, i in zip(around, index))))
            labels = {self.codes[corner] for corner in corners}
            if len(labels) == 1:
                near = min(corners, key=lambda corner: sum(abs(a - b) for a, b in zip(corner, place)))
                self.codes[place], self.source[place] = labels.pop(), self.source[near]
            else:
                wanted.append(np.ravel_multi_index(place, self.shape))
        self._compute(wanted)

    def _follow_borders(self):
        numbers = np.arange(self.codes.size).reshape(self.shape)
        while True:
            beside = np.zeros(self.shape, dtype=bool)
            for axis in range(len(self.shape)):
                low, high = [slice(None)] * len(self.shape), [slice(None)] * len(self.shape)
                low[axis], high[axis] = slice(None, -1), slice(1, None)
                differ = self.codes[tuple(low)] != self.codes[tuple(high)]
                beside[tuple(low)] |= differ
                beside[tuple(high)] |= differ
            guessed = numbers[beside & (self.source != numbers)]
            if not len(guessed):
                return
            self._compute(guessed)


def _table(grid, results, source):
    """Results as arrays of the grid's shape."""
    found = [results.by_cell.get(int(number)) for number in source.flat]
    names = list(dict.fromkeys(name for result in results.by_cell.values() for name in result))
    arrays = {}
    for name in names:
        values = [None if result is None else result.get(name) for result in found]
        if all(isinstance(value, bool) for value in values):
            array = np.array(values, dtype=bool)
        elif all(value is None or isinstance(value, (bool, int, float)) for value in values):
            array = np.array([math.nan if value is None else float(value) for value in values])
        else:
            array = np.array(["" if value is None else str(value) for value in values])
        arrays[name] = array.reshape(grid.shape)
    return arrays


def _command(words, parts, engine, progress):
    """Runs a command of the command line in parts, and then once more to put them together."""
    words = [str(word) for word in words]
    tool = os.environ.get("KOLOPHON_TOOL") or shutil.which("kolophon")
    if words and words[0] == "kolophon":
        words = words[1:]
    if words[:1] != ["map"]:
        raise ValueError(f"command: {words[:1]} has no --part; allowed: map")
    if any(word == "--part" or word.startswith("--part=") for word in words):
        raise ValueError("command: --part is for the sweep to give; leave it out")
    if tool is None:
        raise ValueError("command: the program kolophon is not on the path")
    here = os.getcwd()
    chunks = [[number] for number in range(1, parts + 1)]
    for done, _ in enumerate(engine.run(_Part([tool, *words], here, parts), chunks, lambda number: {"number": number}), 1):
        if progress is not None:
            progress(done / parts)
    ended = subprocess.run([tool, *words], cwd=here, capture_output=True, text=True, check=False)
    _refuse_failed(ended)
    return ended.stdout


def _refuse_failed(ended):
    if ended.returncode != 0:
        raise ValueError(ended.stderr.strip() or f"kolophon ended with code {ended.returncode}")


class _Part:
    """One part of a command, on whatever machine: the folder of its output is shared."""

    def __init__(self, words, folder, parts):
        self.words, self.folder, self.parts = words, folder, parts

    def __call__(self, number):
        words = [*self.words, "--part", f"{number}/{self.parts}", "--jobs", "1"]
        while True:
            ended = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False)
            if "another process is computing this part" not in ended.stderr:
                break
            time.sleep(1)  # the program outlives a worker that was killed, and ends its part
        _refuse_failed(ended)
        return {"number": number}


def sweep(function, grid=None, client=None, *, folder=None, refine=None, stride=8, chunk=0, settings=None, parts=0,
          progress=None) -> typing.Union[Sweep, str]:
    """Calls a function in every cell of a grid, or runs a command in parts: Sweep, or the text that the command prints.

    function  called with the cell's values by name; returns a number, text or switch, or several as a dict. Or a command as a list of
              words, ["map", "--x", ..., "-o", "big"], in a folder that all workers see
    grid      values by name: {"force": np.geomspace(0.1, 10, 100), "position": ...}
    client    a distributed.Client of Dask; None: this process alone. Cells of a worker that is lost are computed by another one
    folder    keeps results, row by row, in part files: a sweep that was ended in any way continues there. Other settings are refused
    refine    name of a result, or a function of a cell's results: its value is found everywhere, but only cells where it changes are
              computed, and every `stride`-th one. Regions smaller than a stride may be missed
    chunk     cells per task; 0: about a second of work
    settings  everything else that results depend on. The function is compared by its text, its arguments, and the values and helpers that it
              takes from its own module; a file that it reads, or another module, is not seen: name it here
    parts     number of parts of a command; 0: four per worker
    """
    engine = _engine_for(client)
    if not callable(function):
        if grid is not None:
            raise ValueError("grid: is for functions; a command has its own axes")
        count = _whole("parts", parts, 0, 100000) or 4 * engine.workers
        return _command(function, count, engine, progress)
    cells = _Grid(grid)
    results = _Results(cells, folder, lambda: _identity(function, cells, settings))
    runner = _Runner(function, cells, results, engine, _whole("chunk", chunk, 0, 10**6), progress)
    if refine is None:
        runner.run(range(cells.size))
        source = np.arange(cells.size).reshape(cells.shape)
    else:
        stride = int(_in_range("stride", stride, 1, 1024))
        refinement = _Refinement(cells, runner, _label_of(refine), stride)
        refinement.run()
        source = refinement.source
    computed = source == np.arange(cells.size).reshape(cells.shape)
    return Sweep({name: np.array(values) for name, values in cells.axes.items()}, _table(cells, results, source), computed)
