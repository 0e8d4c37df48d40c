"""What is written is read back; what lies about itself is refused."""

import random
import threading
import unittest
from types import SimpleNamespace

from eyewall import Bolt, Float32, Int32, Opaque, frame
from eyewall.batch import Tuple
from eyewall.frame import BadFrame, Frame, encode
from eyewall.output import Output


class FramesTest(unittest.TestCase):
    COLUMNS = (
        (frame.STRING, ["cat", "", "dog"]),
        (frame.STRING, ["straße", "𝄞", ""]),
        (frame.INT64, [1, -5_000_000_000, 2**63 - 1]),
        (frame.INT32, [-1, 0, 7]),
        (frame.FLOAT64, [1.5, -0.0, float("inf")]),
        (frame.FLOAT32, [1.5, -2.25, 0.0]),
        (frame.BOOLEAN, [True, False, True]),
        (frame.NULL, [None, None, None]),
        (frame.BYTES, [b"", b"\0\xff", b"abc"]),
        (frame.KRYO, [Opaque(b"a"), Opaque(b""), Opaque(b"bc")]),
    )

    def encoded(self):
        types = bytes(type_ for type_, _ in self.COLUMNS)
        return encode(frame.EMIT, [1, 2**62, 0], types, [v for _, v in self.COLUMNS], 3, 9, 77)

    def test_every_type_is_read_back(self):
        read = Frame(self.encoded(), 0)
        self.assertEqual((read.kind, read.stream, read.task, read.number),
                         (frame.EMIT, 3, 9, 77))
        self.assertEqual(read.ids(), [1, 2**62, 0])
        for place, (_, values) in enumerate(self.COLUMNS):
            self.assertEqual(read.column(place), values)
            self.assertEqual(type(read.column(place)[0]), type(values[0]))

    def test_whatever_lies_is_refused_or_harmless(self):
        good = self.encoded()
        chance = random.Random(3)
        for _ in range(20_000):
            bad = bytearray(good)
            for _ in range(chance.randrange(1, 4)):
                bad[chance.randrange(len(bad))] = chance.randrange(256)
            try:
                for each in frame.frames(bytes(bad[: chance.choice((len(bad), len(bad) - 8))])):
                    each.ids()
                    for place in range(each.columns):
                        each.column(place)
            except BadFrame:
                pass

    def test_what_another_thread_says_fails_the_task(self):
        for say in (
            lambda output: output.emit(0, -1, 1, ["word"]),
            lambda output: output.emit_batch(0, -1, [1], [["word"]]),
            lambda output: output.ack([1]),
            lambda output: output.fail([1]),
        ):
            output = Output()
            seen = []

            def run():
                try:
                    say(output)
                except RuntimeError as e:
                    seen.append(str(e))

            thread = threading.Thread(target=run, name="mine")
            thread.start()
            thread.join()
            self.assertRegex(seen[0], "^thread 'mine' emits, acks or fails; only the thread that")
            with self.assertRaisesRegex(RuntimeError, "thread 'mine' emits"):
                output.take()

    def test_rows_of_one_shape_share_a_frame(self):
        output = Output()
        for i in range(3):
            output.emit(0, -1, i + 1, ["word", i])
        output.emit(0, -1, [1, 2], ["word", 2.5])
        output.ack([1, 2])
        kinds = [(f.kind, f.rows, f.types) for f in frame.frames(output.take())]
        self.assertEqual(kinds, [
            (frame.EMIT, 3, bytes([frame.STRING, frame.INT64])),
            (frame.EMIT, 1, bytes([frame.STRING, frame.FLOAT64])),
            (frame.ACK, 2, b""),
        ])
        self.assertEqual(output.take(), b"")

    def test_long_batches_become_several_frames(self):
        output = Output()
        ids = list(range(1, 20_001))
        output.emit_batch(0, -1, ids, [ids, [str(i) for i in ids]])
        read = list(frame.frames(output.take()))
        self.assertEqual([f.rows for f in read], [8192, 8192, 3616])
        self.assertEqual(sum((f.column(0) for f in read), []), ids)
        self.assertEqual(read[2].column(1)[-1], "20000")

    def test_what_cannot_be_emitted_is_named(self):
        output = Output()
        with self.assertRaisesRegex(TypeError, "a dict can't be emitted"):
            output.emit(0, -1, 0, [{}])  # by the one who emits it
        with self.assertRaisesRegex(TypeError, "different types: int, str"):
            output.emit_batch(0, -1, [1, 2], [[1, "a"]])
        with self.assertRaisesRegex(ValueError, "has 1 values, but 2 tuples"):
            output.emit_batch(0, -1, [1, 2], [[1]])

    def test_small_types_keep_their_class(self):
        output = Output()
        output.emit(0, -1, 0, [Int32(3), Float32(1.5)])
        read = Frame(output.take(), 0)
        self.assertEqual(read.types, bytes([frame.INT32, frame.FLOAT32]))

    def test_a_list_that_is_changed_and_emitted_again_was_two_tuples(self):
        output = Output()
        row = ["cat", 1]
        output.emit(0, -1, 0, row)
        row[:] = "dog", 2
        output.emit(0, -1, 0, row)
        output.emit(0, -1, 0, (value for value in ("cow", 3)))
        read = Frame(output.take(), 0)
        self.assertEqual((read.column(0), read.column(1)), (["cat", "dog", "cow"], [1, 2, 3]))

    def test_what_is_said_leaves_the_rows_alone(self):
        output = Output()
        output.emit(0, -1, 1, ["cat"])
        output.say(frame.LOG, "by another thread", 1)
        output.emit(0, -1, 2, ["dog"])
        kinds = [(f.kind, f.rows) for f in frame.frames(output.take())]
        self.assertEqual(kinds, [(frame.EMIT, 2), (frame.LOG, 1)])

    def test_an_int_that_java_has_no_room_for_is_named(self):
        for value, bits in ((2**70, "an int of 72 bits .*value 1 .*a Long of Java has 64"),
                            (-2**63 - 1, "an int of 65 bits .*a Long"),
                            (Int32(2**31), "an int of 33 bits .*value 1 .*an Integer .*has 32")):
            output = Output()
            output.emit(0, -1, 0, ["word", value])
            with self.assertRaisesRegex(OverflowError, bits):
                output.take()
        output.emit(0, -1, 0, [Int32(-2**31), -2**63])
        read = Frame(output.take(), 0)
        self.assertEqual((read.column(0), read.column(1)), ([-2**31], [-2**63]))

    def test_what_is_no_message_id_is_named(self):
        for id in ("id-1", None, -1, 2**64, 1.5):
            output = Output()
            output.emit(0, -1, id, ["word"])
            with self.assertRaisesRegex(TypeError, "is not a message id"):
                output.take()

    def test_anchors_that_are_no_list_of_tuples_are_named(self):
        bolt = Bolt()
        tup = Tuple(7, ["cat"], SimpleNamespace(component="words"), 1)
        for anchors in (tup, None, ["cat"], 7):
            with self.assertRaisesRegex(TypeError, "is not a list of tuples; for one tuple pass"):
                bolt.emit(["dog"], anchors=anchors)
        bolt.emit(["dog"], anchors=[tup])
        self.assertEqual(list(Frame(bolt._output.take(), 0).ids()), [7])


if __name__ == "__main__":
    unittest.main()
