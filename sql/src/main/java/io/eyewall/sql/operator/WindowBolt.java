package io.eyewall.sql.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;

/**
 * Puts rows into windows: adds the columns window_start and window_end. A row of overlapping
 * windows is emitted once for each. Rows of a session are emitted when it is complete.
 */
public final class WindowBolt extends RowBolt {
    private static final long serialVersionUID = 1L;

    private final int time;
    private final long sizeMs;
    private final long slideMs;
    private final int[] sessionKeys;
    private transient Map<List<Object>, List<Session>> sessions;

    /** Rows that follow each other closely. */
    private static final class Session {
        private long first;
        private long end;
        private final List<Object[]> rows = new ArrayList<>();
    }

    private WindowBolt(int time, long sizeMs, long slideMs, int[] sessionKeys) {
        this.time = time;
        this.sizeMs = sizeMs;
        this.slideMs = slideMs;
        this.sessionKeys = sessionKeys;
    }

    /** Windows of a size, one every {@code slideMs}; both the same: they don't overlap. */
    public static WindowBolt hopping(int time, long slideMs, long sizeMs) {
        return new WindowBolt(time, sizeMs, slideMs, null);
    }

    /** Sessions by key, that end when nothing has come for some time. */
    public static WindowBolt session(int time, int[] keys, long gapMs) {
        return new WindowBolt(time, gapMs, 0, keys.clone());
    }

    @Override
    protected void open(Map<String, Object> conf, TopologyContext context) {
        sessions = new LinkedHashMap<>();
    }

    @Override
    protected void onRow(String component, Object[] row) {
        Long at = (Long) row[time];
        if (at == null) {
            return; // belongs to no window
        }
        if (sessionKeys != null) {
            addToSession(at, row);
            return;
        }
        long last = Math.floorDiv(at, slideMs) * slideMs;
        for (long start = last - (sizeMs - 1) / slideMs * slideMs;
                start <= last;
                start += slideMs) {
            if (at < start + sizeMs) {
                emit(windowed(row, start, start + sizeMs));
            }
        }
    }

    private static Object[] windowed(Object[] row, long start, long end) {
        Object[] windowed = Arrays.copyOf(row, row.length + 2);
        windowed[row.length] = start;
        windowed[row.length + 1] = end;
        return windowed;
    }

    /** Sessions of a key never touch: one that closes the gap between two joins them. */
    private void addToSession(long at, Object[] row) {
        List<Session> all =
                sessions.computeIfAbsent(Key.of(row, sessionKeys), any -> new ArrayList<>());
        Session joined = new Session();
        joined.first = at;
        joined.end = at + sizeMs;
        for (int i = all.size() - 1; i >= 0; i--) {
            Session one = all.get(i);
            if (one.first < joined.end && joined.first < one.end) {
                joined.first = Math.min(joined.first, one.first);
                joined.end = Math.max(joined.end, one.end);
                joined.rows.addAll(0, one.rows);
                all.remove(i);
            }
        }
        joined.rows.add(row);
        all.add(joined);
    }

    @Override
    protected void advance(long now) {
        sessions.values()
                .removeIf(
                        all -> {
                            all.removeIf(
                                    one -> {
                                        if (one.end > now) {
                                            return false;
                                        }
                                        one.rows.forEach(
                                                row -> emit(windowed(row, one.first, one.end)));
                                        return true;
                                    });
                            return all.isEmpty();
                        });
    }
}
