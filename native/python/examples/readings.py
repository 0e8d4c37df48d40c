"""Readings of sensors as whole columns: NumPy creates and filters them, Arrow groups them.

`Readings` emits (sensor, value), `Plausible` passes on plausible values, `Totals` emits
(sensor, readings, sum) for each batch. Needs NumPy and pyarrow.
"""

import numpy
import pyarrow

from eyewall import Bolt, Spout

SENSORS = numpy.array([f"sensor-{number}" for number in range(16)])


class Readings(Spout):
    """Emits "example.readings" readings; number n is (sensor n % 16, n % 1000 / 4)."""

    def open(self):
        self.left = int(self.settings.get("example.readings", "100000"))
        self.next = 0
        self.due = []  # numbers of failed readings

    def next_batch(self, most):
        if not self.due and not self.left:
            return
        numbers = self.due[:most]
        del self.due[:most]
        fresh = min(most - len(numbers), self.left)
        numbers = numpy.append(numpy.array(numbers, "int64"),
                               numpy.arange(self.next, self.next + fresh))
        self.next += fresh
        self.left -= fresh
        sensors = SENSORS[numbers % len(SENSORS)].tolist()
        self.emit_batch([sensors, numbers % 1000 / 4.0], messages=numbers + 1)

    def failed(self, message):
        self.due.append(message - 1)


class Plausible(Bolt):
    """Passes on values from 10 to 200."""

    def execute_batch(self, batch):
        values = batch.numpy("value")
        kept = (values >= 10) & (values <= 200)
        sensors = batch.arrow("sensor").filter(pyarrow.array(kept))
        self.emit_batch([sensors, values[kept]], anchors=numpy.array(batch.ids)[kept])
        self.ack_batch(batch)


class Totals(Bolt):
    def execute_batch(self, batch):
        table = pyarrow.table({"sensor": batch.arrow("sensor"), "value": batch.arrow("value")})
        totals = table.group_by("sensor").aggregate([("value", "count"), ("value", "sum")])
        for values in zip(*(totals[name].to_pylist() for name in
                            ("sensor", "value_count", "value_sum"))):
            self.emit(values)
        self.ack_batch(batch)
