"""Converts columns to and from Arrow arrays; columns of texts without an object per text.

Needs pyarrow and NumPy; imported only when Arrow arrays are used.
"""

from array import array

import numpy
import pyarrow

from eyewall.frame import BadFrame, BYTES, STRING


def array_of(batch, frame, place):
    """Returns a column of a batch as an Arrow array."""
    type_ = frame.types[place]
    if type_ not in (STRING, BYTES):
        return pyarrow.array(batch.numpy(place))
    slots = numpy.asarray(frame.slots(place, "Q"))
    begins = (slots & 0xFFFFFFFF).astype("int64")
    ends = begins + (slots >> 32).astype("int64")
    if ends.max(initial=0) > len(frame.heap):
        raise BadFrame(f"a value of column {place} ends beyond its frame")
    heap = frame.heap
    if (begins[1:] == ends[:-1]).all():
        offsets = numpy.append(begins, ends[-1:])
    else:  # texts of other columns lie between
        heap = b"".join([heap[begin:end] for begin, end in zip(begins.tolist(), ends.tolist())])
        offsets = numpy.append(0, numpy.cumsum(ends - begins))
    buffers = [None, pyarrow.py_buffer(offsets.astype("int32")), pyarrow.py_buffer(heap)]
    kind = pyarrow.string() if type_ == STRING else pyarrow.binary()
    return pyarrow.Array.from_buffers(kind, len(slots), buffers)


class Texts:
    """A column of texts to emit, backed by an Arrow array."""

    def __init__(self, values):
        self._values = values

    def __len__(self):
        return len(self._values)

    def __getitem__(self, rows):
        return Texts(self._values[rows])

    def parts(self):
        """Returns the lengths in bytes, and the concatenated texts."""
        values = self._values
        wide = str(values.type).startswith("large_")
        _, offsets, content = values.buffers()
        offsets = numpy.frombuffer(offsets, "int64" if wide else "int32")
        offsets = offsets[values.offset : values.offset + len(values) + 1]
        content = memoryview(content or b"")[offsets[0] : offsets[-1]]
        return array("I", numpy.diff(offsets).astype("uint32").tobytes()), content


def plain(column):
    """Converts an Arrow array for an emit; returns its type, and a NumPy array or Texts."""
    if isinstance(column, pyarrow.ChunkedArray):
        column = column.combine_chunks()
    if column.null_count:
        raise TypeError("a column with nulls can't be emitted: fill_null(...), drop_null()")
    types = pyarrow.types
    if types.is_string(column.type) or types.is_large_string(column.type):
        return STRING, Texts(column)
    if types.is_binary(column.type) or types.is_large_binary(column.type):
        return BYTES, Texts(column)
    if types.is_primitive(column.type):
        return None, column.to_numpy(zero_copy_only=False)
    raise TypeError(f"an array of {column.type} can't be emitted; cast(...) it")
