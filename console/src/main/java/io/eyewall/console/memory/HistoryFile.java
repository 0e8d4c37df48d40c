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
 * The history of one topology on disk, for the next process that looks at it: {@value
 * History#SECONDS} places of 32 bytes (big-endian: time in milliseconds since 1970, three doubles),
 * of which the oldest is written over. Nothing is forced to the disk: a crash of the machine may
 * cost some points. One thread at a time.
 */
public final class HistoryFile {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final int POINT_BYTES = 4 * Long.BYTES;

    private final @Nullable Path file;
    private int next;
    private long lastMs;
    private boolean broken;

    /**
     * @param file null: nothing is kept
     */
    HistoryFile(@Nullable Path file) {
        this.file = file;
    }

    /** A point and its place. */
    private record Stored(int place, History.Point point) {}

    /**
     * What was kept; once, before the first is added. Points that can't be, as those of a later
     * time, are left out.
     */
    public History read(long nowMs) {
        List<Stored> stored = new ArrayList<>();
        try {
            if (file != null && Files.exists(file)) {
                ByteBuffer bytes = bytes(file);
                for (int place = 0; bytes.remaining() >= POINT_BYTES; place++) {
                    History.Point point =
                            new History.Point(
                                    bytes.getLong(),
                                    bytes.getDouble(),
                                    bytes.getDouble(),
                                    bytes.getDouble());
                    if (point.timeMs() > 0 && point.timeMs() <= nowMs && point.isPossible()) {
                        stored.add(new Stored(place, point));
                    }
                }
            }
        } catch (IOException e) {
            giveUp(e);
        }
        stored.sort(Comparator.comparingLong(one -> one.point().timeMs()));
        History history = new History();
        for (Stored one : stored) {
            history.add(one.point());
            next = (one.place() + 1) % History.SECONDS;
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

    /** Keeps a point, unless it is there already. Where that fails nothing is kept any more. */
    public void add(History.@Nullable Point point) {
        if (file == null || broken || point == null || point.timeMs() <= lastMs) {
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
            giveUp(e);
        }
    }

    private void giveUp(IOException e) {
        broken = true;
        LOG.warn("the console's charts begin anew with the next process: {}", e.toString());
    }
}
