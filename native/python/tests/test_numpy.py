"""Columns as arrays of NumPy's, in both directions. Skipped where NumPy is missing."""

import unittest

from eyewall import frame
from eyewall.batch import Batch, Source
from eyewall.frame import Frame, encode
from eyewall.output import Output

try:
    import numpy
except ImportError:
    numpy = None

SOURCE = Source("numbers", "default", ["whole", "real", "small", "float", "truth", "text"])


@unittest.skipIf(numpy is None, "NumPy is not installed: pip install numpy")
class NumPyTest(unittest.TestCase):
    def setUp(self):
        types = bytes((frame.INT64, frame.FLOAT64, frame.INT32, frame.FLOAT32, frame.BOOLEAN,
                       frame.STRING))
        columns = ([1, -5_000_000_000, 3], [1.5, -0.0, float("inf")], [-1, 0, 7],
                   [1.5, -2.25, 0.0], [True, False, True], ["a", "", "bc"])
        data = encode(frame.TUPLES, [1, 2, 3], types, columns)
        self.batch = Batch(Frame(data, 0), SOURCE)

    def test_columns_are_arrays_of_their_types(self):
        wanted = {"whole": "int64", "real": "float64", "small": "int32", "float": "float32",
                  "truth": "bool"}
        for field, name in wanted.items():
            found = self.batch.numpy(field)
            self.assertEqual(found.dtype.name, name)
            self.assertEqual(found.tolist(), self.batch.column(field))
        with self.assertRaisesRegex(TypeError, "'text' holds neither numbers nor booleans"):
            self.batch.numpy("text")

    def test_numbers_of_64_bits_are_not_copied(self):
        for field in ("whole", "real"):
            self.assertFalse(self.batch.numpy(field).flags.owndata)
            with self.assertRaises(ValueError):
                self.batch.numpy(field)[0] = 1  # tuples stay what they are

    def test_arrays_are_emitted_as_they_are(self):
        columns = [self.batch.numpy(field) for field in SOURCE.fields[:5]]
        output = Output()
        output.emit_batch(0, -1, self.batch.ids, columns)
        read = next(frame.frames(output.take()))
        for place, field in enumerate(SOURCE.fields[:5]):
            self.assertEqual(read.types[place], self.batch._frame.types[place])
            self.assertEqual(read.column(place), self.batch.column(field))

    def test_every_second_of_a_long_array(self):
        numbers = numpy.arange(40_000)[::2]
        output = Output()
        output.emit_batch(0, -1, numbers + 1, [numbers * 0.5, numbers.astype("float32")])
        read = list(frame.frames(output.take()))
        self.assertEqual(sum((f.ids() for f in read), []), (numbers + 1).tolist())
        self.assertEqual(sum((f.column(0) for f in read), []), (numbers * 0.5).tolist())
        self.assertEqual(sum((f.column(1) for f in read), []), numbers.tolist())

    def test_what_cannot_be_emitted_is_named(self):
        with self.assertRaisesRegex(TypeError, "an array of complex128 can't be emitted"):
            Output().emit_batch(0, -1, [1], [numpy.zeros(1, "complex128")])
        with self.assertRaisesRegex(TypeError, "one dimension, an array has 2"):
            Output().emit_batch(0, -1, [1], [numpy.zeros((1, 2))])


if __name__ == "__main__":
    unittest.main()
