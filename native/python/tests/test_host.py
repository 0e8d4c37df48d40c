"""What the host refuses of a component, when it starts or later."""

import functools
import sys
import threading
import types
import unittest

from eyewall import Bolt, Spout, frame, host
from eyewall.frame import encode
from eyewall.output import Output


def plain(tup):
    pass


async def coroutine(*arguments):
    pass


def generator(*arguments):
    yield 1


async def async_generator(*arguments):
    yield 1


def made(base, **methods):
    """A component of a module with one class."""
    module = types.ModuleType("of_a_test")
    module.Mine = type("Mine", (base,), methods)
    sys.modules["of_a_test"] = module
    return host.make("of_a_test", "Mine")


def opened(component):
    task = host.Task(component)
    task.process(encode(frame.OPEN, [0], bytes([frame.STRING] * 2), [["stream"], ["default"]]))
    return task


class HostTest(unittest.TestCase):
    METHODS = {
        Bolt: ("prepare", "execute", "execute_batch", "tick", "cleanup"),
        Spout: ("open", "next_tuple", "next_batch", "acked", "failed", "activate", "deactivate",
                "close"),
    }

    def test_methods_whose_code_a_call_does_not_run_are_refused_at_the_start(self):
        for base, names in self.METHODS.items():
            for name in names:
                for method, kind in ((coroutine, "async def"), (generator, "a generator"),
                                     (async_generator, "a generator")):
                    with self.assertRaisesRegex(TypeError, f"Mine.{name} is {kind}.*plain function"):
                        made(base, **{name: method})

    def test_methods_that_run_such_code_are_taken(self):
        @functools.wraps(coroutine)
        def runs(self, tup):
            for _ in generator():
                pass

        made(Bolt, execute=runs)
        made(Bolt, execute=lambda self, tup: None)

    def test_what_a_decorator_hides_is_refused_when_it_is_returned(self):
        for method in (coroutine, generator, async_generator):
            task = opened(made(Bolt, execute=lambda self, tup: method(tup)))
            task.process(encode(frame.STREAM, [0], bytes([frame.STRING] * 3),
                                [["words"], ["default"], ["word"]]))
            with self.assertRaisesRegex(TypeError, "Mine.execute returned a .*plain function"):
                task.process(encode(frame.TUPLES, [1], bytes([frame.STRING]), [["cat"]]))
            task = opened(made(Spout, next_tuple=lambda self: method()))
            with self.assertRaisesRegex(TypeError, "Mine.next_tuple returned a .*plain function"):
                task.process(encode(frame.NEXT, [], number=10))
            task = opened(made(Bolt, tick=lambda self: method()))
            with self.assertRaisesRegex(TypeError, "Mine.tick returned a .*plain function"):
                task.process(encode(frame.TICK, [1]))

    def test_iterators_that_nothing_iterates_are_refused_when_they_are_returned(self):
        for lazy in (map(plain, [1]), filter(plain, [1]), zip([1]), (plain(i) for i in [1])):
            task = opened(made(Bolt, tick=lambda self: lazy))
            with self.assertRaisesRegex(TypeError, "Mine.tick returned a .*plain function"):
                task.process(encode(frame.TICK, [1]))

    def test_other_values_are_returned_for_nothing(self):
        task = opened(made(Bolt, tick=lambda self: 5))
        task.process(encode(frame.TICK, [1]))

    def test_another_thread_s_emits_are_refused_however_often_the_task_itself_emits(self):
        output = Output()
        output.emit(0, -1, 5, [5])  # the frame that the other thread's would be in has begun
        seen = []

        def run():
            try:
                output.emit(0, -1, 0, [-1])
            except RuntimeError as e:
                seen.append(str(e))

        thread = threading.Thread(target=run, name="mine")
        thread.start()
        thread.join()
        self.assertRegex(seen[0], "^thread 'mine' emits")
        output.emit(0, -1, 6, [6])
        with self.assertRaisesRegex(RuntimeError, "thread 'mine' emits"):
            output.take()


if __name__ == "__main__":
    unittest.main()
