"""What a user derives from. One object is one task; one thread calls it, and only that one may emit,
ack and fail (any may log and report)."""

import inspect

from eyewall.frame import REPORT
from eyewall.output import Output

_NOT_RUN = ("; nothing awaits or iterates it, so that none of its code would run: make it a plain"
            " function (inside it, asyncio.run(...) runs a coroutine, a for loop a generator)")


class _Component:
    """`settings` has the topology's scalar configuration as strings, and "component", "task",
    "index" among the component's tasks, and how many "tasks" it has."""

    settings = {}
    _streams = ("default",)
    _methods = ()  # those that the runtime calls

    def __new__(cls):
        self = super().__new__(cls)
        self._output = Output()  # here: a user's __init__ need not call ours
        return self

    def _refuse_methods_not_run(self):
        """At the start: a call of these makes an object, and runs nothing of the method."""
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
        """What a method has returned that is not None: the same in disguise, such as a decorator."""
        if inspect.isawaitable(value) or inspect.isgenerator(value) or inspect.isasyncgen(value):
            if inspect.iscoroutine(value):
                value.close()  # Python would warn that nobody has awaited it
            raise TypeError(
                f"{type(self).__name__}.{name} returned a {type(value).__name__}{_NOT_RUN}")

    def _stream(self, name):
        try:
            return self._streams.index(name)
        except ValueError:
            raise ValueError(
                f"the component has no output stream {name!r}; declare it with"
                f' outputStream("{name}", false, ...)'
            ) from None

    def report(self, error):
        """An error that the topology survives, for whoever watches it."""
        self._output.say(REPORT, str(error))


class Bolt(_Component):
    """Define `execute`, or `execute_batch`. What they raise fails the topology."""

    _methods = ("prepare", "execute", "execute_batch", "tick", "cleanup")

    def prepare(self):
        """Before the first tuple."""

    def execute(self, tup):
        """One tuple; ack or fail it, now or later."""
        raise NotImplementedError(f"{type(self).__name__} has neither execute nor execute_batch")

    def execute_batch(self, batch):
        """Tuples of one source task, together."""
        execute = self.execute
        for tup in batch.tuples():
            returned = execute(tup)
            if returned is not None:
                self._check_returned("execute", returned)

    def tick(self):
        """A tick tuple of Storm's; the runtime acks it."""

    def cleanup(self):
        """The end, unless the process is killed."""

    def emit(self, values, anchors=(), stream="default", task=-1):
        """Emits a tuple anchored to `anchors`; with `task` to that one, into a direct stream."""
        try:
            if len(anchors) == 1:
                id = anchors[0].id
            else:
                id = [anchor.id for anchor in anchors] if anchors else 0
        except (AttributeError, TypeError):
            raise TypeError(
                f"anchors={anchors!r} is no list of tuples; of one tuple it is [tup]") from None
        number = 0 if stream == "default" else self._stream(stream)
        self._output.emit(number, task, id, values)

    def emit_batch(self, columns, anchors=None, stream="default", task=-1):
        """Emits as many tuples as the columns are long. `anchors`: a batch, or an id each."""
        ids = [0] * len(columns[0]) if anchors is None else getattr(anchors, "ids", anchors)
        self._output.emit_batch(self._stream(stream), task, ids, columns)

    def ack(self, tup):
        self._output.ack((tup.id,))

    def fail(self, tup):
        self._output.fail((tup.id,))

    def ack_batch(self, batch):
        """A batch, or ids."""
        self._output.ack(getattr(batch, "ids", batch))

    def fail_batch(self, batch):
        self._output.fail(getattr(batch, "ids", batch))


class Spout(_Component):
    """Define `next_tuple`, or `next_batch`. What they raise fails the topology."""

    _methods = ("open", "next_tuple", "next_batch", "acked", "failed", "activate", "deactivate",
                "close")

    def open(self):
        """Before the first tuple."""

    def next_tuple(self):
        """Emits a tuple, or a few; returns false if there is none now. Does not block."""
        raise NotImplementedError(f"{type(self).__name__} has neither next_tuple nor next_batch")

    def next_batch(self, most):
        """Emits about `most` tuples, or fewer; does not block."""
        next_tuple = self.next_tuple
        for _ in range(most):
            found = next_tuple()
            if not found:
                return
            if found is not True:
                self._check_returned("next_tuple", found)

    def acked(self, message):
        """All that follows from a message has been acked."""

    def failed(self, message):
        """Something that follows from a message has failed, or took too long."""

    def activate(self):
        """It goes on."""

    def deactivate(self):
        """It rests."""

    def close(self):
        """The end, unless the process is killed."""

    def emit(self, values, message=0, stream="default", task=-1):
        """Emits a tuple; a message id, from 1 to 2^63-1, comes back in `acked` or `failed`."""
        self._output.emit(self._stream(stream), task, message, values)

    def emit_batch(self, columns, messages=None, stream="default", task=-1):
        """Emits as many tuples as the columns are long; `messages`: an id each."""
        ids = [0] * len(columns[0]) if messages is None else messages
        self._output.emit_batch(self._stream(stream), task, ids, columns)
