"""Base classes of user components. One object is one task. One thread calls it, and only that
thread may emit, ack and fail; any thread may log and report."""

import inspect

from eyewall.frame import REPORT
from eyewall.output import Output

_NOT_RUN = ("; nothing awaits or iterates it, so none of its code would run: make it a plain"
            " function (inside it, asyncio.run(...) runs a coroutine, a for loop a generator)")


class _Component:
    """`settings` contains the topology's scalar configuration as strings, and "component", "task",
    "index" among the component's tasks, and "tasks", their number."""

    settings = {}
    _streams = ("default",)
    _methods = ()  # the methods that the runtime calls

    def __new__(cls):
        self = super().__new__(cls)
        self._output = Output()  # here, because a user's __init__ need not call this class's
        return self

    def _refuse_methods_not_run(self):
        """Refuses async and generator methods at the start: calling one would not run its code."""
        for name in self._methods:
            method = getattr(self, name)
            if inspect.iscoroutinefunction(method):
                kind = "async def"
            elif inspect.isgeneratorfunction(method) or inspect.isasyncgenfunction(method):
                kind = "a generator (it has yield)"
            else:
                continue
            raise TypeError(f"{type(self).__name__}.{name} is {kind}{_NOT_RUN}")

    def _check_returned(self, name, value):
        """Refuses what a method returned and whose code has not run: an awaitable or an iterator."""
        kind = type(value)  # a map or filter is one, as a generator is
        if inspect.isawaitable(value) or hasattr(kind, "__next__") or hasattr(kind, "__anext__"):
            if inspect.iscoroutine(value):
                value.close()  # prevents Python's warning about a coroutine that was never awaited
            raise TypeError(
                f"{type(self).__name__}.{name} returned a {kind.__name__}{_NOT_RUN}")

    def _stream(self, name):
        try:
            return self._streams.index(name)
        except ValueError:
            raise ValueError(
                f"the component has no output stream {name!r}; declare it with"
                f' outputStream("{name}", false, ...)'
            ) from None

    def report(self, error):
        """Reports an error that does not fail the topology, for Storm's UI and the console."""
        self._output.say(REPORT, str(error))


class Bolt(_Component):
    """A bolt. Define `execute` or `execute_batch`. Their exceptions fail the topology."""

    _methods = ("prepare", "execute", "execute_batch", "tick", "cleanup")

    def prepare(self):
        """Called before the first tuple."""

    def execute(self, tup):
        """Processes one tuple, which must be acked or failed, now or later."""
        raise NotImplementedError(f"{type(self).__name__} has neither execute nor execute_batch")

    def execute_batch(self, batch):
        """Processes a batch of tuples of one source task."""
        execute = self.execute
        for tup in batch.tuples():
            returned = execute(tup)
            if returned is not None:
                self._check_returned("execute", returned)

    def tick(self):
        """Processes a tick tuple of Storm; the runtime acks it."""

    def cleanup(self):
        """Called at the end, unless the process is killed."""

    def emit(self, values, anchors=(), stream="default", task=-1):
        """Emits a tuple anchored to `anchors`; `task` makes it a direct emit to that task."""
        try:
            if len(anchors) == 1:
                id = anchors[0].id
            else:
                id = [anchor.id for anchor in anchors] if anchors else 0
        except (AttributeError, TypeError):
            raise TypeError(
                f"anchors={anchors!r} is not a list of tuples; for one tuple pass [tup]") from None
        number = 0 if stream == "default" else self._stream(stream)
        self._output.emit(number, task, id, values)

    def emit_batch(self, columns, anchors=None, stream="default", task=-1):
        """Emits one tuple per row of the columns. `anchors` is a batch, or one id per tuple."""
        ids = [0] * len(columns[0]) if anchors is None else getattr(anchors, "ids", anchors)
        self._output.emit_batch(self._stream(stream), task, ids, columns)

    def ack(self, tup):
        self._output.ack((tup.id,))

    def fail(self, tup):
        self._output.fail((tup.id,))

    def ack_batch(self, batch):
        """Acks all tuples of a batch, or of a sequence of ids."""
        self._output.ack(getattr(batch, "ids", batch))

    def fail_batch(self, batch):
        self._output.fail(getattr(batch, "ids", batch))


class Spout(_Component):
    """A spout. Define `next_tuple` or `next_batch`. Their exceptions fail the topology."""

    _methods = ("open", "next_tuple", "next_batch", "acked", "failed", "activate", "deactivate",
                "close")

    def open(self):
        """Called before the first tuple."""

    def next_tuple(self):
        """Emits a tuple or a few; returns false if none is available. Must not block."""
        raise NotImplementedError(f"{type(self).__name__} has neither next_tuple nor next_batch")

    def next_batch(self, most):
        """Emits about `most` tuples or fewer; must not block."""
        next_tuple = self.next_tuple
        for _ in range(most):
            found = next_tuple()
            if not found:
                return
            if found is not True:
                self._check_returned("next_tuple", found)

    def acked(self, message):
        """Called when a message's whole tuple tree has been acked."""

    def failed(self, message):
        """Called when a tuple of a message's tree has failed, or the message has timed out."""

    def activate(self):
        """Called when the topology is activated."""

    def deactivate(self):
        """Called when the topology is deactivated."""

    def close(self):
        """Called at the end, unless the process is killed."""

    def emit(self, values, message=0, stream="default", task=-1):
        """Emits a tuple. A message id, from 1 to 2^63-1, is passed to `acked` or `failed` later."""
        self._output.emit(self._stream(stream), task, message, values)

    def emit_batch(self, columns, messages=None, stream="default", task=-1):
        """Emits one tuple per row of the columns; `messages` has one id per tuple."""
        ids = [0] * len(columns[0]) if messages is None else messages
        self._output.emit_batch(self._stream(stream), task, ids, columns)
