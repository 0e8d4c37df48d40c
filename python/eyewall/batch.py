"""What a bolt is given: tuples, or batches of them."""

from eyewall.frame import BOOLEAN, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64


class Source:
    """Where tuples come from."""

    __slots__ = ("component", "stream", "fields")

    def __init__(self, component, stream, fields):
        self.component = component
        self.stream = stream
        self.fields = fields


class Tuple:
    """A tuple; it can be kept, and acked later."""

    __slots__ = ("id", "values", "source", "task")

    def __init__(self, id, values, source, task):
        self.id = id
        self.values = values
        self.source = source
        self.task = task

    def __getitem__(self, field):
        """A value, by its place or its field's name."""
        if isinstance(field, str):
            field = self.source.fields.index(field)
        return self.values[field]

    def __len__(self):
        return len(self.values)

    def __repr__(self):
        return f"Tuple({self.values!r} of {self.source.component!r})"


class Batch:
    """Tuples of one source task and of the same types, column by column; it can be kept."""

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
        """The values of a column (its place or its field's name), as a list."""
        return self._frame.column(self._place(field))

    def columns(self):
        return [self._frame.column(place) for place in range(self._frame.columns)]

    def numpy(self, field):
        """A column of numbers or booleans as an array of NumPy's; int64 and float64: no copy."""
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
        """A column of numbers, booleans, strings or bytes as an array of Arrow's."""
        from eyewall.arrow import array_of

        return array_of(self, self._frame, self._place(field))

    def tuples(self):
        columns = self.columns()
        rows = zip(*columns) if columns else ((),) * len(self.ids)
        source, task = self.source, self.task
        return [Tuple(id, values, source, task) for id, values in zip(self.ids, rows)]
