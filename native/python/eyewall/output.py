"""Gathers the output of a task until it is handed over."""

import threading
from collections import deque
from _thread import get_ident

from eyewall import frame
from eyewall.frame import ACK, EMIT, FAIL, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN

_OF_ARRAYS = {"int64": INT64, "int32": INT32, "float64": FLOAT64, "float32": FLOAT32,
              "bool": BOOLEAN}


class Output:
    """The output of a task. Emits precede acks and fails, because tuples anchored to a tuple must come
    before its ack. Only the task's thread may emit, ack and fail; any thread may call `say`."""

    def __init__(self):
        self._thread = get_ident()
        self._misused = None
        self._frames = []
        self._said = deque()  # appended to by any thread
        self._shape = None
        self._types = b""
        self._ids = []
        self._rows = []
        self._acks = []
        self._fails = []

    def emit(self, stream, task, id, values):
        if get_ident() != self._thread:  # inlined _check_thread, to save a call per tuple
            self._refuse_thread()
        values = tuple(values)  # a list may change later; an iterator is read once
        shape = (stream, task, *map(type, values))
        if shape != self._shape or len(self._rows) == frame.MOST_ROWS:
            types = bytes(map(frame.type_of, shape[2:]))  # here, so that the traceback shows the emit
            self._end_frame()
            self._shape, self._types = shape, types
        self._ids.append(id)
        self._rows.append(values)

    def _end_frame(self):
        if self._rows:
            stream, task = self._shape[:2]
            ids, rows, self._ids, self._rows, self._shape = self._ids, self._rows, [], [], None
            columns = list(zip(*rows))
            self._frames.append(frame.encode(EMIT, ids, self._types, columns, stream, task))

    def emit_batch(self, stream, task, ids, columns):
        self._check_thread()
        self._end_frame()
        types = []
        lists = []
        for at, column in enumerate(columns):
            type_, values = self._column(column)
            if len(values) != len(ids):
                raise ValueError(
                    f"column {at} has {len(values)} values, but {len(ids)} tuples are to be"
                    " emitted; all columns are as long as the anchors (or messages), or the first")
            types.append(type_)
            lists.append(values)
        for begin in range(0, len(ids), frame.MOST_ROWS):
            end = begin + frame.MOST_ROWS
            self._frames.append(frame.encode(
                EMIT, ids[begin:end], bytes(types), [c[begin:end] for c in lists], stream, task))

    @staticmethod
    def _column(column):
        if hasattr(column, "null_count"):  # an Arrow array
            from eyewall import arrow

            type_, column = arrow.plain(column)
            if type_ is not None:
                return type_, column
        dtype = getattr(column, "dtype", None)
        if dtype is not None:
            if dtype.name not in _OF_ARRAYS:
                raise TypeError(
                    f"an array of {dtype} can't be emitted, only one of "
                    + ", ".join(_OF_ARRAYS) + "; convert it: astype(...), tolist()")
            if column.ndim != 1:
                raise TypeError(f"a column has one dimension, an array has {column.ndim}")
            return _OF_ARRAYS[dtype.name], column
        types = set(map(type, column))
        if len(types) > 1:
            raise TypeError(
                "a column of values of different types: "
                + ", ".join(sorted(t.__name__ for t in types)) + "; emit these one by one"
            )
        return (frame.type_of(types.pop()) if types else frame.NULL), column

    def _check_thread(self):
        """Refuses another thread before it changes anything, because there are no locks."""
        if get_ident() != self._thread:
            self._refuse_thread()

    def _refuse_thread(self):
        """Raises an error, and fails the task later even if the thread's exception is ignored."""
        self._misused = RuntimeError(
            f"thread {threading.current_thread().name!r} emits, acks or fails; only the thread"
            " that calls the task may: pass it on by a queue.Queue, to execute, tick or"
            " next_tuple")
        raise self._misused

    def ack(self, ids):
        self._check_thread()
        self._acks.extend(ids)

    def fail(self, ids):
        self._check_thread()
        self._fails.extend(ids)

    def say(self, kind, text, number=0):
        """Adds a frame of one text. Called by any thread."""
        self._said.append(frame.texts(kind, [text], number))

    def take(self):
        """Removes and returns the whole output as bytes."""
        if self._misused is not None:
            misused, self._misused = self._misused, None
            raise misused
        self._end_frame()
        for kind, ids in ((ACK, self._acks), (FAIL, self._fails)):
            if ids:
                self._frames.append(frame.encode(kind, ids))
                ids.clear()
        frames, self._frames = self._frames, []
        for _ in range(len(self._said)):
            frames.append(self._said.popleft())
        return b"".join(frames)
