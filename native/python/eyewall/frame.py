"""Frames of rows of one shape; native/task/include/eyewall/task/frame.hpp describes their bytes.

Whole columns are converted by loops in C, at some ten nanoseconds per value.
"""

import struct
import sys
from array import array
from itertools import accumulate

if sys.byteorder != "little":
    raise ImportError("frames are little-endian")

OPEN, TUPLES, TICK, NEXT, ACKED, FAILED, CLOSE, ACTIVATE, DEACTIVATE, STREAM = range(1, 11)
EMIT, ACK, FAIL, LOG, REPORT, DONE, DIED = range(32, 39)

NULL, BOOLEAN, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, CHAR16, STRING, BYTES, KRYO = range(12)

HEADER = struct.Struct("=IHHIiiIQ")
MANY_ANCHORS = 1 << 63
MOST_ROWS = 8192  # of a frame written here


class BadFrame(Exception):
    """A frame that violates the format."""


class Int32(int):
    """An int to emit as a Java Integer; a plain int is emitted as a Long."""


class Float32(float):
    """A float to emit as a Java Float; a plain float is emitted as a Double."""


class Opaque(bytes):
    """A Java value without a Python type, in Kryo's bytes; it can be emitted again."""


TYPES = {
    str: STRING,
    int: INT64,
    float: FLOAT64,
    bool: BOOLEAN,
    type(None): NULL,
    bytes: BYTES,
    Int32: INT32,
    Float32: FLOAT32,
    Opaque: KRYO,
}


def type_of(python_type):
    """Returns the frame type of a Python class; raises TypeError if it cannot be emitted."""
    found = TYPES.get(python_type)
    if found is None:
        raise TypeError(
            f"a {python_type.__name__} can't be emitted; only str, int, float, bool, bytes, None,"
            " Int32, Float32, and Opaque can"
        )
    return found


class Frame:
    """A view of the frame in `data` at offset `at`; `data` must not change."""

    __slots__ = ("kind", "columns", "rows", "stream", "task", "number", "size",
                 "types", "heap", "_words", "_text")

    def __init__(self, data, at):
        if len(data) - at < HEADER.size:
            raise BadFrame(f"a frame of {len(data) - at} bytes; its header has {HEADER.size}")
        (size, self.kind, self.columns, self.rows, self.stream, self.task, heap,
         self.number) = HEADER.unpack_from(data, at)
        rows_at = HEADER.size + (self.columns + 7 & ~7)
        if size % 8 or size > len(data) - at or heap > size or (
                rows_at + 8 * self.rows * (1 + self.columns) != heap):
            raise BadFrame(
                f"a frame of kind {self.kind} claims {size} bytes and a heap at {heap};"
                f" there are {len(data) - at} bytes, and {self.rows} rows"
            )
        self.size = size
        view = memoryview(data)[at : at + size]
        self.types = bytes(view[HEADER.size : HEADER.size + self.columns])
        self._words = view[rows_at:heap]
        self.heap = view[heap:]
        self._text = None

    def ids(self):
        return self._words.cast("Q")[:: 1 + self.columns].tolist()

    def slots(self, column, code):
        """Returns the slots of a column as machine values of format `code`: "q", "Q" or "d"."""
        return self._words.cast(code)[1 + column :: 1 + self.columns]

    def column(self, column):
        """Returns the values of a column as a list."""
        kind = self.types[column]
        if not self.rows:
            return []
        if INT8 <= kind <= INT64:
            return self.slots(column, "q").tolist()
        if kind == STRING:
            return self._texts(column)
        if kind == FLOAT64:
            return self.slots(column, "d").tolist()
        if kind == BOOLEAN:
            return list(map(bool, self.slots(column, "q").tolist()))
        if kind == NULL:
            return [None] * self.rows
        if kind == FLOAT32:
            return self._halves(column)[0].cast("B").cast("f").tolist()
        if kind == CHAR16:
            return list(map(chr, self.slots(column, "q").tolist()))
        if kind in (BYTES, KRYO):
            return self._values(column, bytes if kind == BYTES else Opaque, self.heap)
        raise BadFrame(f"a column of type {kind}")

    def _halves(self, column):
        """Returns the low and the high halves of a column's slots."""
        halves = self._words.cast("I")
        stride = 2 * (1 + self.columns)
        first = 2 * (1 + column)
        low, high = array("I", halves[first::stride].tolist()), halves[first + 1 :: stride].tolist()
        return memoryview(low), high

    def _spans(self, column):
        """Returns the heap offsets of a column's values, and their lengths in bytes."""
        begins, lengths = self._halves(column)
        begins = begins.tolist()
        if self.rows and max(map(int.__add__, begins, lengths)) > len(self.heap):
            raise BadFrame(f"a value of column {column} ends beyond its frame")
        return begins, lengths

    def _values(self, column, make, heap):
        return [make(heap[begin : begin + n]) for begin, n in zip(*self._spans(column))]

    def _texts(self, column):
        if self._text is None:
            heap = bytes(self.heap)
            self._text = heap.decode("ascii") if heap.isascii() else heap
        text = self._text
        if isinstance(text, str):
            return [text[begin : begin + n] for begin, n in zip(*self._spans(column))]
        return self._values(column, lambda part: part.decode("utf-8", "replace"), text)


def frames(data):
    """Yields the frames of a batch."""
    at = 0
    while at < len(data):
        frame = Frame(data, at)
        yield frame
        at += frame.size


def encode(kind, ids, types=b"", columns=(), stream=0, task=-1, number=0):
    """Returns the bytes of a frame. An id may be a list of ids for several anchors."""
    if hasattr(ids, "astype"):  # a NumPy array
        ids = array("Q", ids.astype("<u8").tobytes())
    rows = len(ids)
    stride = 1 + len(types)
    heap = []
    used = 0
    try:
        words = array("Q", ids) if stride == 1 else array("Q", bytes(8 * rows * stride))
        if stride > 1:
            words[::stride] = array("Q", ids)
    except (TypeError, OverflowError):
        plain = []
        for anchors in ids:
            if isinstance(anchors, int) and 0 <= anchors < MANY_ANCHORS:
                plain.append(anchors)
            elif not isinstance(anchors, (list, tuple)):
                raise TypeError(
                    f"{anchors!r} is not a message id, which is an int from 1 to 2^63-1; map the ids"
                    " to other objects in the spout") from None
            else:
                plain.append(MANY_ANCHORS | used)
                heap.append(struct.pack(f"=Q{len(anchors)}Q", len(anchors), *anchors))
                used += len(heap[-1])
        words = array("Q", bytes(8 * rows * stride))
        words[::stride] = array("Q", plain)
    for column, (type_, values) in enumerate(zip(types, columns), 1):
        if hasattr(values, "parts"):  # an Arrow array
            lengths, content = values.parts()
        elif type_ == STRING:
            text = "".join(values)
            if text.isascii():
                lengths = array("I", map(len, values))
                content = text.encode("ascii")
            else:
                values = [value.encode("utf-8", "replace") for value in values]
                lengths = array("I", map(len, values))
                content = b"".join(values)
        elif type_ in (BYTES, KRYO):
            lengths = array("I", map(len, values))
            content = b"".join(values)
        else:
            if type_ != NULL:
                try:
                    words[column::stride] = _numbers(type_, values)
                except OverflowError:
                    raise _too_large(type_, column - 1, values) from None
            continue
        slots = array("I", bytes(8 * rows))
        slots[1::2] = lengths
        slots[::2] = array("I", accumulate(lengths, initial=used))[:rows]
        words[column::stride] = array("Q", slots.tobytes())
        heap.append(content)
        used += len(content)
    rows_at = HEADER.size + (len(types) + 7 & ~7)
    heap_at = rows_at + 8 * len(words)
    size = heap_at + used + 7 & ~7
    header = HEADER.pack(size, kind, len(types), rows, stream, task, heap_at, number)
    return b"".join((
        header, types, bytes(rows_at - HEADER.size - len(types)), words.tobytes(), *heap,
        bytes(size - heap_at - used),
    ))


def _numbers(type_, values):
    """Returns values as 64-bit slots."""
    if hasattr(values, "astype"):  # a NumPy array, converted as a whole
        if type_ == FLOAT32:
            values = values.astype("<f4").view("<u4")
        return array("Q", values.astype("<f8" if type_ == FLOAT64 else "<i8").tobytes())
    if type_ == FLOAT64:
        return array("Q", array("d", values).tobytes())
    if type_ == FLOAT32:
        return array("Q", array("I", array("f", values).tobytes()))
    if type_ == INT32:
        values = array("i", values)  # raises OverflowError if one does not fit
    return array("Q", array("q", values).tobytes())


def _too_large(type_, column, values):
    """Returns the error for a column with an int that exceeds Java's class."""
    bits, name = (32, "an Integer (Int32)") if type_ == INT32 else (64, "a Long")
    most = next(v.bit_length() + 1 for v in values if v.bit_length() >= bits)
    return OverflowError(
        f"an int of {most} bits can't be emitted as value {column} of a tuple: {name} of Java has"
        f" {bits}; emit a float, or a str of its digits")


def texts(kind, values, number=0):
    """Returns a frame with one row of texts."""
    return encode(kind, [0], bytes([STRING]) * len(values), [[v] for v in values], number=number)
