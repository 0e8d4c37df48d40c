"""Columns as Arrow's arrays, in both directions. Skipped where Arrow or NumPy is missing."""

import unittest

from eyewall import frame
from eyewall.batch import Batch, Source
from eyewall.frame import BadFrame, Frame, encode
from eyewall.output import Output

try:
    import numpy  # noqa: F401 - pyarrow works without
    import pyarrow
    import pyarrow.compute
except ImportError:
    pyarrow = None

FIELDS = ["whole", "real", "float", "truth", "text", "bytes", "more"]
TYPES = bytes((frame.INT64, frame.FLOAT64, frame.FLOAT32, frame.BOOLEAN, frame.STRING, frame.BYTES,
               frame.STRING))
COLUMNS = ([1, -5_000_000_000, 3], [1.5, -0.0, 2.0], [1.5, -2.25, 0.0], [True, False, True],
           ["straße", "", "bc"], [b"\0\xff", b"", b"x"], ["a", "bc", ""])


def batch_of(types, columns, fields):
    data = encode(frame.TUPLES, list(range(1, len(columns[0]) + 1)), types, columns)
    return Batch(Frame(data, 0), Source("readings", "default", fields))


@unittest.skipIf(pyarrow is None, "Arrow is not installed: pip install pyarrow numpy")
class ArrowTest(unittest.TestCase):
    def setUp(self):
        self.batch = batch_of(TYPES, COLUMNS, FIELDS)

    def test_columns_are_arrays_of_their_types(self):
        wanted = ["int64", "double", "float", "bool", "string", "binary", "string"]
        for field, name, column in zip(FIELDS, wanted, COLUMNS):
            found = self.batch.arrow(field)
            found.validate(full=True)
            self.assertEqual(str(found.type), name)
            self.assertEqual(found.to_pylist(), column)

    def test_arrays_are_emitted_as_they_are(self):
        output = Output()
        output.emit_batch(0, -1, self.batch.ids, [self.batch.arrow(field) for field in FIELDS])
        read = next(frame.frames(output.take()))
        self.assertEqual(read.types, TYPES)
        self.assertEqual([read.column(place) for place in range(len(FIELDS))], list(COLUMNS))

    def test_rows_that_java_writes_one_by_one(self):
        # There, the texts of a row lie beside each other.
        data = bytearray(encode(frame.TUPLES, [1, 2], bytes([frame.STRING] * 2),
                                (["ab", "c"], ["d", "ef"])))
        view = Frame(bytes(data), 0)
        texts = b"".join(("ab", "d", "c", "ef")[i].encode() for i in range(4))
        data[-len(view.heap):] = texts + bytes(len(view.heap) - len(texts))
        slots = memoryview(data)[-len(view.heap) - 48 : -len(view.heap)].cast("Q")
        for place, (begin, length) in zip((1, 2, 4, 5), ((0, 2), (2, 1), (3, 1), (4, 2))):
            slots[place] = begin | length << 32
        batch = Batch(Frame(bytes(data), 0), Source("a", "default", ["x", "y"]))
        self.assertEqual(batch.arrow("x").to_pylist(), ["ab", "c"])
        self.assertEqual(batch.arrow("y").to_pylist(), ["d", "ef"])

    def test_no_rows(self):
        batch = batch_of(bytes([frame.STRING, frame.INT64]), ([], []), ["x", "y"])
        self.assertEqual(batch.arrow("x").to_pylist() + batch.arrow("y").to_pylist(), [])

    def test_a_text_beyond_its_frame_is_refused(self):
        data = bytearray(encode(frame.TUPLES, [1], bytes([frame.STRING]), (["abc"],)))
        data[-16:-8] = (1 << 40).to_bytes(8, "little")
        batch = Batch(Frame(bytes(data), 0), Source("a", "default", ["x"]))
        with self.assertRaisesRegex(BadFrame, "ends beyond its frame"):
            batch.arrow("x")

    def test_what_cannot_be_emitted_is_named(self):
        with self.assertRaisesRegex(TypeError, "a column with nulls"):
            Output().emit_batch(0, -1, [1], [pyarrow.array([None], pyarrow.int64())])
        with self.assertRaisesRegex(TypeError, "an array of int16 can't be emitted"):
            Output().emit_batch(0, -1, [1], [pyarrow.array([1], pyarrow.int16())])

    def test_what_arrow_computes_in_chunks(self):
        words = pyarrow.chunked_array([["a", "b"], ["a"]])
        output = Output()
        output.emit_batch(0, -1, [1, 2, 3], [pyarrow.compute.utf8_upper(words)])
        self.assertEqual(next(frame.frames(output.take())).column(0), ["A", "B", "A"])


if __name__ == "__main__":
    unittest.main()
