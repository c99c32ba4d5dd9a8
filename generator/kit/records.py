"""Records of numbers, which hold a game's tables and state."""

import warnings
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

whole: Any = np.int64  # a machine integer, in both modes
MOST_BYTES = 50_000_000  # largest size of one field; every thread keeps several copies of a record
EXPECTED = "numbers, or an array of bool, int8 to int64, uint8 to uint64, float32 or float64"
_KINDS = [
    np.dtype(kind) for kind in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8")
]


class Piled(np.ndarray):
    """Piles, as `piles` makes them: a record remembers which of its fields hold piles."""


def record(**fields: Any) -> Any:
    """Build one structured record, whose fields are read and written as `record.field`.

    Arrays keep dtype and shape, except that booleans become int8; int becomes int64, float float64,
    bool bool_. Fields are aligned and the size is a multiple of 8 bytes. Raises `ValueError` for a
    name that numpy's records reserve and for a field that is too large, `TypeError` for values
    other than numbers that machine code supports.
    """
    columns: list[tuple[str, Any, tuple[int, ...]]] = []
    values: dict[str, NDArray[Any]] = {}
    piled = tuple(name for name, value in fields.items() if isinstance(value, Piled))
    for name, value in fields.items():
        if hasattr(np.record, name):
            raise ValueError(f"a record cannot have a field named {name!r}: numpy uses that name")
        array = np.asarray(value)
        if array.dtype not in _KINDS:  # this also rejects arrays with another byte order
            raise TypeError(f"field {name!r} holds {array.dtype}; expected {EXPECTED}")
        if array.nbytes > MOST_BYTES:
            text = f"field {name!r} takes {array.nbytes / 1e6:,.0f} MB"
            raise ValueError(f"{text}; expected {MOST_BYTES // 10**6} MB at most")
        if 0 in array.shape:
            raise ValueError(f"field {name!r} is an empty array; give it at least one element")
        if array.dtype.kind == "b" and array.ndim:
            array = array.astype(np.int8)  # an array of booleans has no place in compiled records
        if isinstance(value, int) and not isinstance(value, bool):
            array = array.astype(np.int64)
        columns.append((name, array.dtype, array.shape))
        values[name] = array
    layout = np.dtype(columns, align=True)
    assert layout.fields is not None and layout.names is not None
    layout = np.dtype(
        {
            "names": list(layout.names),
            "formats": [layout.fields[name][0] for name in layout.names],
            "offsets": [layout.fields[name][1] for name in layout.names],
            "itemsize": max(8, -(-layout.itemsize // 8) * 8),
        },
        align=True,
    )
    built = np.zeros(1, np.dtype((_class_with(layout.names, piled), layout)))[0]
    for name, array in values.items():
        built[name] = array
    return built


def piled_in(one: Any) -> tuple[str, ...]:
    """Return the fields of a record that were given as piles."""
    return getattr(type(one), "_piled", ())


class Cut(ValueError):
    """Raised when a fraction would be stored as a whole number; `value` is the fraction."""

    def __init__(self, value: float) -> None:
        super().__init__(f"{value:g} is not a whole number")
        self.value = value


def strict(records: Any) -> Any:
    """Return the same memory as records that raise `Cut` when numpy would truncate a fraction."""
    layout = records.dtype
    kind = _class_with(layout.names, piled_in(records[0]), _Strict)
    return records.view(np.dtype((kind, layout)))


def _keep_whole(wanted: np.dtype[Any], value: Any) -> None:
    """Raise `Cut` if `value` has a fraction but the dtype has none; warn of overflow."""
    if type(value) is int:  # numpy itself rejects values out of range
        return
    given = np.asarray(value)
    if wanted.kind in "biu" and given.dtype.kind == "f":
        cut = given[given != np.trunc(given)]
        if cut.size:
            raise Cut(float(cut.flat[0]))
    if wanted.kind in "iu" and given.dtype.kind in "iu" and given.dtype != wanted and _is_told():
        _tell_of_range(given, given.astype(wanted))


def _is_told() -> bool:
    """Whether numpy's settings ask for reports of overflow."""
    return np.geterr()["over"] == "warn"


def _tell_of_range(meant: Any, kept: Any) -> None:
    """Warn of overflow in an array, as numpy does for single numbers."""
    if not np.array_equal(meant, kept):
        warnings.warn("overflow encountered in scalars of an array", RuntimeWarning, stacklevel=3)


class _Whole(np.ndarray):
    """An array of whole numbers that rejects fractions and reports overflow."""

    def __setitem__(self, at: Any, value: Any) -> None:
        _keep_whole(self.dtype, value)
        np.ndarray.__setitem__(self, at, value)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: Any, *inputs: Any, out: tuple[Any, ...] = (), **kwargs: Any
    ) -> Any:
        """Return what numpy computes; checks sums and products of narrow types in int64."""
        arrays, into = [_bare(array) for array in inputs], tuple(_bare(array) for array in out)
        wide = None
        if method == "__call__" and ufunc in _GROWING and not kwargs:
            kept = into[0].dtype if into else np.result_type(*arrays)
            if kept.itemsize < 8 and _is_told():
                wide = ufunc(*(_widened(array) for array in arrays))
        made = getattr(ufunc, method)(*arrays, **({"out": into} if into else {}), **kwargs)
        if wide is not None and made.dtype.kind in "iu":
            _tell_of_range(wide, made)
        if into:
            return out if len(out) > 1 else out[0]
        return tuple(map(_whole, made)) if isinstance(made, tuple) else _whole(made)


def _bare(value: Any) -> Any:
    """Return an array as a plain ndarray, and anything else unchanged."""
    return value.view(np.ndarray) if isinstance(value, _Whole) else value


def _whole(value: Any) -> Any:
    """Return an array of whole numbers as one that rejects fractions, anything else unchanged."""
    return value.view(_Whole) if isinstance(value, np.ndarray) else value


_GROWING = (np.add, np.subtract, np.multiply, np.negative, np.left_shift)


def _widened(given: Any) -> Any:
    """Return whole numbers as int64, and anything else unchanged."""
    array = np.asarray(given)
    return array.astype(np.int64) if array.dtype.kind in "iu" else array


class _Record(np.record):  # type: ignore[misc]
    """A record whose fields are properties, many times as fast as numpy's."""

    __slots__ = ()
    __getattribute__ = object.__getattribute__
    __setattr__ = np.void.__setitem__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]


class _Strict(_Record):  # type: ignore[misc]
    """A record whose fields of whole numbers reject fractions."""

    __slots__ = ()

    def __setitem__(self, name: str, value: Any) -> None:  # type: ignore[override]
        _keep_whole(self.dtype[name].base, value)
        np.void.__setitem__(self, name, value)

    def __getitem__(self, name: str) -> Any:  # type: ignore[override]
        value = np.void.__getitem__(self, name)
        return _whole(value)

    __setattr__ = __setitem__  # type: ignore[assignment]


@lru_cache(maxsize=256)
def _class_with(
    names: tuple[str, ...], piled: tuple[str, ...], base: type[np.record] = _Record
) -> type[np.record]:
    fields = {name: property(itemgetter(name)) for name in names}
    return type("record", (base,), {"__slots__": (), "_piled": piled, **fields})
