"""For tests of Java's: what goes wrong in bolts, by the word they are given."""

import gc
import os
import struct

from eyewall import Bolt, Opaque, ring


class Faulty(Bolt):
    def execute(self, tup):
        word = tup[0]
        if word == "raise":
            raise ValueError("no word for this task")
        if word == "opaque":
            self.emit([Opaque(b"\1\3" + b"\xff" * 9)], anchors=[tup])
        if word == "exit":
            os._exit(3)
        if word.startswith("nonsense"):
            nonsense(word)
        if word == "many":
            for _ in range(200_000):
                self.emit([word], anchors=[tup])
        self.ack(tup)


def nonsense(word):
    """Writes what no ring has, and tells the other side."""
    (writer,) = (o for o in gc.get_objects() if isinstance(o, ring.Writer))
    capacity, tail = writer._capacity, writer._tail
    if word == "nonsense index":
        struct.pack_into("=Q", writer._bytes, 8192, 2**63 + 5)
    elif word == "nonsense backwards":
        struct.pack_into("=Q", writer._bytes, 8192, max(0, tail - 8))
    elif word == "nonsense head":
        struct.pack_into("=Q", writer._bytes, 4096 + 128, 2**40)
    elif word == "nonsense length":
        at = writer._data + tail % capacity
        struct.pack_into("=II", writer._bytes, at, 2**31 - 8, 1)
        struct.pack_into("=Q", writer._bytes, 8192, tail + 64)
    elif word == "nonsense frame":
        writer.write(struct.pack("=IHHIiiIQ", 4096, 32, 1, 2**31 - 1, 0, -1, 40, 0))
    elif word == "nonsense anchors":
        frame = struct.pack("=IHHIiiIQ8sQQQ", 64, 32, 1, 1, 0, -1, 56, 0, b"\5" + bytes(7),
                            2**63, 7, 2**40)
        writer.write(frame)
    elif word == "nonsense done":
        writer.write(struct.pack("=IHHIiiIQ", 32, 37, 0, 0, 0, -1, 32, 10**9))
    writer._bell.tell()
    while True:
        pass  # it is to be killed for this
