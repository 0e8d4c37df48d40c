"""Words of sentences in Bytewax, for some seconds: `split` only, or `count` by word, too.

Prints what, millions of words per second, and seconds of processor time per million words.
"""

import random
import sys
import time

import bytewax.operators as op
from bytewax.dataflow import Dataflow
from bytewax.inputs import DynamicSource, StatelessSourcePartition
from bytewax.outputs import DynamicSink, StatelessSinkPartition
from bytewax.testing import run_main

WORDS = 9
VOCABULARY = 2_000
SENTENCES = 1_000


def sentences():
    chance = random.Random(20240607)
    letters = "abcdefghijklmnopqrstuvwxyz"
    vocabulary = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(VOCABULARY)]
    return [" ".join(chance.choices(vocabulary, k=WORDS)) for _ in range(SENTENCES)]


class Sentences(DynamicSource, StatelessSourcePartition):
    def __init__(self, seconds):
        self.seconds = seconds

    def build(self, step_id, worker_index, worker_count):
        self.batch = sentences()
        self.until = time.monotonic() + self.seconds
        return self

    def next_batch(self):
        if time.monotonic() > self.until:
            raise StopIteration()
        return self.batch


class Counter(DynamicSink, StatelessSinkPartition):
    words = 0

    def build(self, step_id, worker_index, worker_count):
        return self

    def write_batch(self, items):
        self.words += len(items)


def counted(count, _word):
    count = (count or 0) + 1
    return count, count


def main(what, seconds):
    flow = Dataflow("words")
    lines = op.input("lines", flow, Sentences(seconds))
    words = op.flat_map("split", lines, str.split)
    if what == "count":
        words = op.stateful_map("count", op.key_on("key", words, str), counted)
    sink = Counter()
    op.output("sink", words, sink)
    began, used = time.monotonic(), time.process_time()
    run_main(flow)
    elapsed = time.monotonic() - began
    millions = sink.words / 1e6
    print(f"{what} {millions / elapsed:.3f} {(time.process_time() - used) / millions:.3f}")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
