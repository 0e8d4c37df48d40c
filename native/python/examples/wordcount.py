"""Word count: `Lines` emits messages, `Split` words, `Count` (word, count so far).

`CountBatch` does the same as `Count` with whole batches, and `Mean` uses NumPy if it is installed.
"""

import logging
from collections import defaultdict, deque

from eyewall import Bolt, Spout


class Lines(Spout):
    """Emits "example.lines" lines, each again until it is acked."""

    def open(self):
        self.due = deque(range(1, int(self.settings.get("example.lines", "1000")) + 1))

    def next_tuple(self):
        if not self.due:
            return False
        self.emit(["the cat and the dog"], message=self.due.popleft())
        return True

    def failed(self, message):
        self.due.append(message)


class Split(Bolt):
    def execute(self, tup):
        for word in tup[0].split(" "):
            if word:
                self.emit([word], anchors=[tup])
        self.ack(tup)


class Count(Bolt):
    def prepare(self):
        self.counts = defaultdict(int)

    def execute(self, tup):
        word = tup["word"]
        self.counts[word] += 1
        self.emit([word, self.counts[word]], anchors=[tup])
        self.ack(tup)


class CountBatch(Bolt):
    def prepare(self):
        self.counts = defaultdict(int)

    def execute_batch(self, batch):
        words = batch.column("word")
        counts = self.counts
        totals = []
        for word in words:
            counts[word] += 1
            totals.append(counts[word])
        self.emit_batch([words, totals], anchors=batch)
        self.ack_batch(batch)


class Mean(Bolt):
    """Emits the mean of all numbers so far at each tick."""

    def prepare(self):
        self.sum = 0.0
        self.count = 0

    def execute_batch(self, batch):
        try:
            self.sum += float(batch.numpy(0).sum())
        except ImportError:
            self.sum += sum(batch.column(0))
        self.count += len(batch)
        self.ack_batch(batch)

    def tick(self):
        logging.info("mean of %d numbers", self.count)
        if self.count:
            self.emit([self.sum / self.count])
