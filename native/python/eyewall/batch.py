"""The input of bolts: tuples, or batches of tuples."""

from eyewall.frame import BOOLEAN, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64


class Source:
    """The component and stream that tuples come from, with its field names."""

    __slots__ = ("component", "stream", "fields")

    def __init__(self, component, stream, fields):
        self.component = component
        self.stream = stream
        self.fields = fields


class Tuple:
    """A tuple; it stays valid after the call, and can be acked later."""

    __slots__ = ("id", "values", "source", "task")

    def __init__(self, id, values, source, task):
        self.id = id
        self.values = values
        self.source = source
        self.task = task

    def __getitem__(self, field):
        """Returns a value by its index or field name."""
        if isinstance(field, str):
            field = self.source.fields.index(field)
        return self.values[field]

    def __len__(self):
        return len(self.values)

    def __repr__(self):
        return f"Tuple({self.values!r} of {self.source.component!r})"


class Batch:
    """Tuples of one source task with the same types, by columns; it stays valid after the call."""

    __slots__ = ("source", "task", "ids", "_frame")

    def __init__(self, frame, source):
        self.source = source
        self.task = frame.task
        self.ids = frame.ids()
        self._frame = frame

    def __len__(self):
        return len(self.ids)

    def _place(self, field):
        return self.source.fields.index(field) if isinstance(field, str) else field

    def column(self, field):
        """Returns the values of a column, by index or field name, as a list."""
        return self._frame.column(self._place(field))

    def columns(self):
        return [self._frame.column(place) for place in range(self._frame.columns)]

    def numpy(self, field):
        """Returns a column of numbers or booleans as a NumPy array; copies no int64 and float64."""
        import numpy

        place = self._place(field)
        type_ = self._frame.types[place]
        if type_ == FLOAT64:
            return numpy.asarray(self._frame.slots(place, "d"))
        slots = numpy.asarray(self._frame.slots(place, "q"))
        if type_ == FLOAT32:
            return slots.astype("<u4").view("<f4")
        smaller = {INT8: "i1", INT16: "<i2", INT32: "<i4", INT64: None, BOOLEAN: "?"}
        if type_ not in smaller:
            raise TypeError(f"column {field!r} holds neither numbers nor booleans")
        return slots.astype(smaller[type_]) if smaller[type_] else slots

    def arrow(self, field):
        """Returns a column of numbers, booleans, strings or bytes as an Arrow array."""
        from eyewall.arrow import array_of

        return array_of(self, self._frame, self._place(field))

    def tuples(self):
        columns = self.columns()
        rows = zip(*columns) if columns else ((),) * len(self.ids)
        source, task = self.source, self.task
        return [Tuple(id, values, source, task) for id, values in zip(self.ids, rows)]
