"""The child's ends against the other side's, played here."""

import os
import random
import struct
import tempfile
import unittest

from eyewall import ring

CAPACITY = 4096
TO_CHILD, DATA = 4096, 12288


class RingTest(unittest.TestCase):
    def setUp(self):
        self.path = os.path.join(tempfile.mkdtemp(), "ring")
        self.memory = ring.create(self.path, CAPACITY)
        os.unlink(self.path)
        os.rmdir(os.path.dirname(self.path))
        hear, self.their_tell = os.pipe()
        self.their_hear, tell = os.pipe()
        self.ends = [hear, tell, self.their_tell, self.their_hear]
        self.bell = ring.Bell(hear, tell)
        self.reader = ring.Reader(self.memory, CAPACITY, self.bell)
        self.writer = ring.Writer(self.memory, CAPACITY, self.bell)

    def tearDown(self):
        for end in self.ends:
            os.close(end)

    def put(self, tail, *records):
        at = DATA
        for size, part, content in records:
            struct.pack_into("=II", self.memory, at, size, part)
            self.memory[at + 8 : at + 8 + len(content)] = content
            at += 8 + len(content)
        struct.pack_into("=Q", self.memory, TO_CHILD, tail)

    def test_parts_become_one_batch(self):
        self.put(32, (8, 2, b"12345678"), (8, 1, b"abcdefgh"))
        self.assertEqual(self.reader.next(), b"12345678abcdefgh")
        self.assertIsNone(self.reader.next())
        self.assertEqual(struct.unpack_from("=Q", self.memory, TO_CHILD + 128), (32,))

    def test_what_it_writes_is_whole_and_goes_around(self):
        got = []
        chance = random.Random(5)
        head = 0
        for i in range(500):
            batch = bytes([i % 256]) * (8 * chance.randrange(1, 100))
            self.assertTrue(self.writer.write(batch))
            (tail,) = struct.unpack_from("=Q", self.memory, 8192)
            read = b""
            while head < tail:
                at = DATA + CAPACITY + head % CAPACITY
                size, part = struct.unpack_from("=II", self.memory, at)
                self.assertLessEqual(head % CAPACITY + 8 + size, CAPACITY)
                if part != 3:
                    read += self.memory[at + 8 : at + 8 + size]
                head += 8 + size
            struct.pack_into("=Q", self.memory, 8192 + 128, head)
            self.assertEqual(read, batch)
            got.append(read)
        self.assertEqual(len(got), 500)

    def test_a_writer_without_room_ends_when_nobody_is_there(self):
        os.close(self.their_tell)
        self.ends.remove(self.their_tell)
        self.assertFalse(self.writer.write(bytes(3 * CAPACITY)))

    def test_nonsense_is_refused(self):
        os.close(self.their_tell)  # nobody sends the rest of a batch
        self.ends.remove(self.their_tell)
        chance = random.Random(7)
        refused = 0
        for _ in range(3000):
            words = [chance.getrandbits(chance.randrange(1, 33)) for _ in range(CAPACITY // 4)]
            struct.pack_into(f"={len(words)}I", self.memory, DATA, *words)
            tail = chance.choice((CAPACITY, chance.getrandbits(64) | 1))
            struct.pack_into("=Q", self.memory, TO_CHILD, tail)
            reader = ring.Reader(self.memory, CAPACITY, self.bell)
            try:
                while reader.next() is not None:
                    pass
            except (ring.CorruptRing, EOFError):
                refused += 1
        self.assertGreater(refused, 2900)

    def test_a_ring_of_a_strange_size_is_refused(self):
        for size in (0, 5000):
            with self.assertRaisesRegex(ValueError, "power of two"):
                ring.create(self.path, size)


if __name__ == "__main__":
    unittest.main()
