package io.eyewall.console.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history of one topology on disk, for the next console process: a ring of {@value
 * History#SECONDS} slots of 32 bytes (big-endian: time in milliseconds since 1970, three doubles),
 * whose oldest slot is overwritten. Nothing is forced to the disk, so a crash of the machine may
 * lose some points. Used by one thread at a time.
 */
public final class HistoryFile {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final int POINT_BYTES = 4 * Long.BYTES;

    private final @Nullable Path file;
    private int next;
    private long lastMs;
    private boolean disabled;

    /**
     * @param file the file; null keeps nothing
     */
    HistoryFile(@Nullable Path file) {
        this.file = file;
    }

    /** A point and its slot in the file. */
    private record Stored(int slot, History.Point point) {}

    /**
     * Reads the stored history; called once, before the first {@link #add}. Impossible points, such
     * as those of a later time, are left out.
     */
    public History read(long nowMs) {
        List<Stored> stored = new ArrayList<>();
        try {
            if (file != null && Files.exists(file)) {
                ByteBuffer bytes = bytes(file);
                for (int slot = 0; bytes.remaining() >= POINT_BYTES; slot++) {
                    History.Point point =
                            new History.Point(
                                    bytes.getLong(),
                                    bytes.getDouble(),
                                    bytes.getDouble(),
                                    bytes.getDouble());
                    if (point.timeMs() > 0 && point.timeMs() <= nowMs && point.isPossible()) {
                        stored.add(new Stored(slot, point));
                    }
                }
            }
        } catch (IOException e) {
            disable(e);
        }
        stored.sort(Comparator.comparingLong(one -> one.point().timeMs()));
        History history = new History();
        for (Stored one : stored) {
            history.add(one.point());
            next = (one.slot() + 1) % History.SECONDS;
            lastMs = one.point().timeMs();
        }
        return history;
    }

    private static ByteBuffer bytes(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(History.SECONDS * POINT_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
        }
        return bytes.flip();
    }

    /**
     * Stores a point unless it is stored already. After a write error nothing is stored any more.
     */
    public void add(History.@Nullable Point point) {
        if (file == null || disabled || point == null || point.timeMs() <= lastMs) {
            return;
        }
        ByteBuffer bytes =
                ByteBuffer.allocate(POINT_BYTES)
                        .putLong(point.timeMs())
                        .putDouble(point.p50Ns())
                        .putDouble(point.p99Ns())
                        .putDouble(point.perSec())
                        .flip();
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long at = (long) next * POINT_BYTES;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            next = (next + 1) % History.SECONDS;
            lastMs = point.timeMs();
        } catch (IOException e) {
            disable(e);
        }
    }

    private void disable(IOException e) {
        disabled = true;
        LOG.warn(
                "the console cannot keep the data of its charts; they will start empty after a"
                        + " restart: {}",
                e.toString());
    }
}
