"""python -m eyewall.host FILE CAPACITY MODULE CLASS: runs one task in this process.

Creates FILE with two rings, reports that by a byte on standard output, and runs the task until it
is closed. Each further byte there, and each byte on standard input, means that the rings changed.
When standard input ends, the parent process has ended, and this process exits, whatever the task is
doing.
"""

import importlib
import logging
import os
import select
import signal
import sys
import threading
import traceback

from eyewall import frame, ring
from eyewall.batch import Batch, Source
from eyewall.component import Bolt, Spout
from eyewall.frame import BadFrame

CLOSED, USAGE, DIED, NO_MEMORY, BAD_PROTOCOL = 0, 64, 70, 74, 76


class Task:
    """Passes frames to a component, and its output back."""

    def __init__(self, component):
        self._component = component
        self._sources = []
        self._opened = False
        self.closed = False

    def process(self, data):
        for each in frame.frames(data):
            self._one(each)

    def output(self):
        return self._component._output.take()

    def _one(self, each):
        component, kind = self._component, each.kind
        if kind == frame.TUPLES:
            if not 0 <= each.stream < len(self._sources):
                raise BadFrame("tuples of an unknown stream")
            self._call("execute_batch", Batch(each, self._sources[each.stream]))
        elif kind == frame.NEXT:
            self._call("next_batch", each.number)
        elif kind == frame.ACKED:
            for message in each.ids():
                self._call("acked", message)
        elif kind == frame.FAILED:
            for message in each.ids():
                self._call("failed", message)
        elif kind == frame.TICK:
            self._call("tick")
        elif kind == frame.STREAM:
            name, stream, *fields = (each.column(i)[0] for i in range(each.columns))
            self._sources.append(Source(name, stream, fields))
        elif kind == frame.OPEN:
            self._open(dict_of(each))
        elif kind == frame.CLOSE:
            self.closed = True
            self._call("cleanup" if isinstance(component, Bolt) else "close")
        elif kind == frame.ACTIVATE:
            self._call("activate")
        elif kind == frame.DEACTIVATE:
            self._call("deactivate")
        else:
            raise BadFrame(f"a frame of kind {kind} is not for a task")

    def _call(self, name, *arguments):
        """Calls a user method; refuses coroutines and generators, whose code has not run yet."""
        returned = getattr(self._component, name)(*arguments)
        if returned is not None:
            self._component._check_returned(name, returned)

    def _open(self, settings):
        self._component._streams = tuple(settings.pop("stream"))
        self._component.settings = {key: values[-1] for key, values in settings.items()}
        self._call("prepare" if isinstance(self._component, Bolt) else "open")


def dict_of(opening):
    """Returns the opening's keys, each with the list of its values."""
    found = {"stream": []}
    for key, value in zip(opening.column(0), opening.column(1)):
        found.setdefault(key, []).append(value)
    return found


class Log(logging.Handler):
    """Forwards Python's log to the process that runs the topology."""

    def __init__(self, output):
        super().__init__()
        self._output = output

    def emit(self, record):
        level = sum(record.levelno >= least for least in
                    (logging.INFO, logging.WARNING, logging.ERROR))
        self._output.say(frame.LOG, self.format(record), level)


def make(module, name):
    """Creates the component; raises TypeError if the module has no such bolt or spout."""
    found = getattr(importlib.import_module(module), name, None)
    if not (isinstance(found, type) and issubclass(found, (Bolt, Spout))):
        raise TypeError(f"module {module!r} has no bolt or spout {name!r}")
    component = found()
    component._refuse_methods_not_run()
    return component


def serve(reader, writer, bell, module, name):
    """Runs the task until it is closed or fails; returns the exit code."""
    done = 0
    try:
        try:
            component = make(module, name)
        except MemoryError:  # a later process may have enough
            traceback.print_exc()
            return NO_MEMORY
        logging.basicConfig(level=logging.INFO, handlers=[Log(component._output)])
        task = Task(component)
        while not task.closed:
            batch = reader.next()
            if batch is None:
                if not bell.wait():
                    return CLOSED
                continue
            try:
                task.process(batch)
            except Exception:
                writer.write(task.output())  # output before the exception is still processed
                raise
            done += 1
            if not writer.write(task.output() + frame.encode(frame.DONE, [], number=done)):
                return CLOSED
        return CLOSED
    except (EOFError, ring.CorruptRing):
        raise
    except Exception:  # usually from user code
        writer.write(frame.texts(frame.DIED, [traceback.format_exc()]))
        return DIED


def end_with(hear):
    """Exits this process when the pipe has no writers any more."""
    end = select.poll()
    end.register(hear, 0)
    end.poll()
    os._exit(CLOSED)


def main(arguments):
    if len(arguments) != 5 or not arguments[2].isdigit():
        print("usage: python -m eyewall.host FILE CAPACITY MODULE CLASS; it is started by the"
              " process that runs the topology", file=sys.stderr)
        return USAGE
    _, path, capacity, module, name = arguments
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C: the parent process closes this one
    hear, tell = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)  # the task's prints go to standard error
    try:
        threading.Thread(target=end_with, args=(hear,), daemon=True).start()
    except RuntimeError as e:
        print(f"eyewall.host: {e}", file=sys.stderr)
        return NO_MEMORY
    try:
        memory = ring.create(path, int(capacity))
    except (OSError, ValueError) as e:
        print(f"eyewall.host: cannot create the rings {path!r}: {e}", file=sys.stderr)
        return NO_MEMORY
    bell = ring.Bell(hear, tell)
    reader = ring.Reader(memory, int(capacity), bell)
    writer = ring.Writer(memory, int(capacity), bell)
    bell.tell()
    try:
        return serve(reader, writer, bell, module, name)
    except EOFError:
        return CLOSED
    except ring.CorruptRing as e:
        print(f"eyewall.host: {e}", file=sys.stderr)
        return BAD_PROTOCOL


if __name__ == "__main__":
    code = main(sys.argv)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # a thread of the task may still run
