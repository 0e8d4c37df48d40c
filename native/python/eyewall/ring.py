"""The child's ends of the two rings; native/ring/include/eyewall/ring/layout.hpp describes them.

Python cannot order its accesses to shared memory against the other side's. Therefore this side asks
to be woken up for every batch (the pipe orders the accesses of both), wakes the other side up for
every batch, and polls every millisecond while it waits for room.
"""

import mmap
import os
import platform
import select
import struct
import threading

MAGIC = 0x31474E4952575945
VERSION = 1

_TO_CHILD, _FROM_CHILD, _DATA = 4096, 8192, 12288
_TAIL, _HEAD, _READER_WAITS, _WRITER_WAITS = 0, 128, 256, 384
_RECORD = struct.Struct("=II")
_LAST, _MORE, _PADDING = 1, 2, 3
_ALWAYS = 2
_MOST_IN_BATCH = 512 << 20


class CorruptRing(Exception):
    """The other side has written invalid indices or records."""


def create(path, capacity):
    """Creates and maps the file of two rings of `capacity` bytes, with all of its memory."""
    if capacity < 4096 or capacity & (capacity - 1):
        raise ValueError(f"a ring of {capacity} bytes; it must be a power of two from 4096")
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        size = _DATA + 2 * capacity
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file, 0, size)
        else:
            os.write(file, bytes(size))
        memory = mmap.mmap(file, size)
    except BaseException:
        os.unlink(path)
        raise
    finally:
        os.close(file)
    struct.pack_into("=QIIQ", memory, 0, MAGIC, VERSION, 0, capacity)
    return memory


class Bell:
    """Wakes the other side up by a byte in a pipe; the pipe's end means that it has ended."""

    def __init__(self, hear, tell):
        self._hear = hear
        self._tell = tell
        self._poll = select.poll()
        self._poll.register(hear, select.POLLIN)
        os.set_blocking(tell, False)

    def tell(self):
        try:
            os.write(self._tell, b"\1")
        except BlockingIOError:
            pass  # full of bytes, so the other side will wake up
        except BrokenPipeError:
            pass  # the next wait detects the end

    def wait(self):
        """Blocks until the other side rings; returns false if it has ended."""
        return bool(os.read(self._hear, 65536))

    def wait_a_moment(self):
        """Blocks until the other side rings or a millisecond is over; returns false if it has ended."""
        return not self._poll.poll(1) or self.wait()


if platform.machine().lower() in ("x86_64", "amd64", "i686"):

    def _order():
        """Does nothing: this processor makes stores visible in program order."""

else:
    _lock = threading.Lock()

    def _order():
        # Earlier accesses are visible before the release, later ones after the acquire.
        with _lock:
            pass
        with _lock:
            pass


class Reader:
    """Reads batches; confined to one thread."""

    def __init__(self, memory, capacity, bell):
        self._bytes = memoryview(memory)
        self._words = self._bytes.cast("Q")
        self._halves = self._bytes.cast("I")
        self._capacity = capacity
        self._bell = bell
        self._head = 0
        self._halves[(_TO_CHILD + _READER_WAITS) // 4] = _ALWAYS

    def next(self):
        """Returns a copy of the next batch; None if there is none."""
        parts = []
        size = 0
        while True:
            part, last = self._part(bool(parts))
            if part is None:
                return None
            if last and not parts:
                return part
            parts.append(part)
            size += len(part)
            if size > _MOST_IN_BATCH:
                raise CorruptRing(f"a batch of more than {_MOST_IN_BATCH} bytes")
            if last:
                return b"".join(parts)

    def _part(self, wanted):
        while True:
            tail = self._words[(_TO_CHILD + _TAIL) // 8]
            if tail == self._head:
                if not wanted:
                    return None, True
                if not self._bell.wait_a_moment():
                    raise EOFError
                continue
            unread = tail - self._head
            if not 0 < unread <= self._capacity or tail % 8:
                raise CorruptRing(
                    f"the writer of the ring claims to have written {tail} bytes;"
                    f" {self._head} were read, and the ring holds {self._capacity}"
                )
            _order()
            at = self._head & (self._capacity - 1)
            size, part = _RECORD.unpack_from(self._bytes, _DATA + at)
            if size % 8 or not 1 <= part <= 3 or 8 + size > min(unread, self._capacity - at):
                raise CorruptRing(
                    f"a record of {size} bytes, kind {part}, at {at} of a ring of"
                    f" {self._capacity} with {unread} unread"
                )
            begin = _DATA + at + 8
            content = None if part == _PADDING else bytes(self._bytes[begin : begin + size])
            self._head += 8 + size
            _order()
            self._words[(_TO_CHILD + _HEAD) // 8] = self._head
            if self._halves[(_TO_CHILD + _WRITER_WAITS) // 4]:
                self._halves[(_TO_CHILD + _WRITER_WAITS) // 4] = 0
                self._bell.tell()
            if content is not None:
                return content, part == _LAST


class Writer:
    """Writes batches, and waits for room; confined to one thread."""

    def __init__(self, memory, capacity, bell):
        self._bytes = memoryview(memory)
        self._words = self._bytes.cast("Q")
        self._halves = self._bytes.cast("I")
        self._capacity = capacity
        self._data = _DATA + capacity
        self._bell = bell
        self._tail = 0

    def write(self, batch):
        """Writes a batch, whose size is a multiple of 8; returns false if the other side has ended."""
        left = memoryview(batch)
        while left:
            before = len(left)
            left = self._write(left)
            self._bell.tell()
            if len(left) == before:
                self._halves[(_FROM_CHILD + _WRITER_WAITS) // 4] = 1
                if self._room() < self._capacity // 2 and not self._bell.wait_a_moment():
                    return False
        return True

    def _room(self):
        head = self._words[(_FROM_CHILD + _HEAD) // 8]
        unread = self._tail - head
        if not 0 <= unread <= self._capacity or head % 8:
            raise CorruptRing(
                f"the reader of the ring claims to have read {head} of {self._tail} bytes"
            )
        return self._capacity - unread

    def _write(self, left):
        room = self._room()
        tail = self._tail
        while left:
            at = tail & (self._capacity - 1)
            to_end = self._capacity - at
            size = min(len(left), self._capacity // 4)
            if 8 + size > to_end:
                if room < to_end:
                    break
                _RECORD.pack_into(self._bytes, self._data + at, to_end - 8, _PADDING)
                tail += to_end
                room -= to_end
                continue
            if room < 8 + size:
                break
            begin = self._data + at
            self._bytes[begin + 8 : begin + 8 + size] = left[:size]
            left = left[size:]
            _RECORD.pack_into(self._bytes, begin, size, _MORE if left else _LAST)
            tail += 8 + size
            room -= 8 + size
        if tail != self._tail:
            self._tail = tail
            _order()
            self._words[(_FROM_CHILD + _TAIL) // 8] = tail
        return left
