package io.eyewall.nativetask.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The file of a pair of rings, as mapped by the parent process. The child creates the file under
 * the name that the parent chose. The mapping is garbage-collected.
 */
public final class RingFile {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final AtomicLong COUNT = new AtomicLong();

    private final ByteBuffer memory;
    private final int capacity;

    private RingFile(ByteBuffer memory, int capacity) {
        this.memory = memory;
        this.capacity = capacity;
    }

    /** Returns a unique file name, in {@code /dev/shm} where that is writable. */
    public static Path newName() {
        Path folder =
                Files.isWritable(SHARED_MEMORY)
                        ? SHARED_MEMORY
                        : Path.of(System.getProperty("java.io.tmpdir"));
        return folder.resolve(
                "eyewall-ring-"
                        + ProcessHandle.current().pid()
                        + "-"
                        + COUNT.incrementAndGet()
                        + "-"
                        + Long.toHexString(System.nanoTime()));
    }

    /**
     * Maps the file that the child created.
     *
     * @throws IOException if mapping fails, or the file does not have two rings of this capacity
     */
    public static RingFile map(Path file, int capacity) throws IOException {
        long size = RingLayout.DATA_AT + 2L * capacity;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() != size) {
                throw new IOException(file + " has " + channel.size() + " bytes, not " + size);
            }
            ByteBuffer memory =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, size)
                            .order(ByteOrder.nativeOrder());
            if (memory.getLong(0) != RingLayout.MAGIC
                    || memory.getInt(8) != RingLayout.VERSION
                    || memory.getLong(16) != capacity) {
                throw new IOException(
                        file
                                + " begins with "
                                + Long.toHexString(memory.getLong(0))
                                + ", version "
                                + memory.getInt(8)
                                + ", capacity "
                                + memory.getLong(16)
                                + "; expected version "
                                + RingLayout.VERSION
                                + ", capacity "
                                + capacity
                                + ": both sides must be of one release of Eyewall");
            }
            return new RingFile(memory, capacity);
        }
    }

    public RingWriter toChild() {
        return new RingWriter(memory, RingLayout.TO_CHILD_AT, RingLayout.DATA_AT, capacity);
    }

    public RingReader fromChild() {
        return new RingReader(
                memory, RingLayout.FROM_CHILD_AT, RingLayout.DATA_AT + capacity, capacity);
    }
}
