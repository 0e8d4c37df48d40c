package io.eyewall.toolkit.file;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.source.Incoming;
import io.eyewall.toolkit.source.SourceReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a store in the order of their names, one at a time. The store keeps the task's
 * progress: the last file up to which all records are done. Several tasks share the files by the
 * hash of their names. Used by the spout's thread only.
 */
public final class FilesReader implements SourceReader {
    private final FileStore store;
    private final FileFormat format;
    private final long listEveryNs;
    private final boolean untilEnd;
    private final int task;
    private final int tasks;

    /** Files that were begun and are not done, in their order. */
    private final Deque<Reading> unfinished = new ArrayDeque<>();

    private final Deque<String> toRead = new ArrayDeque<>();

    /** The file that is open now, if any. */
    private @Nullable Reading current;

    /** The name of the file that was begun last. */
    private String last = "";

    private boolean started;
    private long listAtNs = Time.nanoTime();
    private boolean ended;

    /**
     * Creates the reader of a task.
     *
     * @param listEveryNs how long to wait before listing again when there were no more files
     * @param untilEnd whether to end when there are no more files
     */
    public FilesReader(
            FileStore store,
            FileFormat format,
            long listEveryNs,
            boolean untilEnd,
            int task,
            int tasks) {
        this.store = store;
        this.format = format;
        this.listEveryNs = listEveryNs;
        this.untilEnd = untilEnd;
        this.task = task;
        this.tasks = tasks;
    }

    @Override
    public void open() throws Exception {
        store.open();
        if (!started) {
            last = readPlace();
            started = true;
        }
        listAtNs = Time.nanoTime();
    }

    private String name() {
        return task + "-of-" + tasks;
    }

    /**
     * Returns the file up to which this task may skip all files: its own progress, or, for another
     * number of tasks, what all of those tasks have done. If one of them has stored no progress
     * nothing is skipped on their account, as that task may not even have reached the least
     * progress of the others.
     */
    private String readPlace() throws Exception {
        String place = "";
        Map<String, List<String>> filesOf = new HashMap<>();
        for (FileStore.Place each : store.readPlaces()) {
            if (each.task().equals(name())) {
                place = later(place, each.file());
            }
            String number = each.task().substring(each.task().lastIndexOf('-') + 1);
            filesOf.computeIfAbsent(number, of -> new ArrayList<>()).add(each.file());
        }
        for (Map.Entry<String, List<String>> files : filesOf.entrySet()) {
            if (files.getKey().equals(String.valueOf(files.getValue().size()))) {
                place = later(place, Collections.min(files.getValue()));
            }
        }
        return place;
    }

    private static String later(String one, String other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    @Override
    public List<? extends Incoming> poll() throws Exception {
        Reading reading = current;
        if (reading == null) {
            reading = begin();
        }
        if (reading == null) {
            return List.of();
        }
        current = reading; // even if it cannot be opened this time
        List<? extends Incoming> messages = reading.next();
        current = reading.isRead() ? null : reading;
        return messages;
    }

    private @Nullable Reading begin() throws Exception {
        if (toRead.isEmpty() && Time.nanoTime() - listAtNs >= 0) {
            list();
        }
        String name = toRead.peek();
        if (name == null) {
            return null;
        }
        FileStore.Local file = store.fetch(name);
        if (file == null) {
            // It may have been renamed, perhaps to a name before this one; listing again skips
            // nothing.
            toRead.clear();
            listAtNs = Time.nanoTime() + listEveryNs;
            return null;
        }
        toRead.remove();
        last = name;
        Reading reading = new Reading(store.uri(), name, file, format);
        unfinished.add(reading);
        return reading;
    }

    private void list() throws Exception {
        List<String> listed = store.listAfter(last);
        if (!listed.isEmpty()) {
            // A listing may contain a file that was created meanwhile and lack one that was created
            // earlier. A second listing contains all files that were created before those in the
            // first.
            String newest = listed.get(listed.size() - 1);
            for (String name : store.listAfter(last)) {
                if (name.compareTo(newest) <= 0 && Math.floorMod(name.hashCode(), tasks) == task) {
                    toRead.add(name);
                }
            }
        }
        if (toRead.isEmpty()) {
            listAtNs = Time.nanoTime() + listEveryNs;
            ended = untilEnd;
        }
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void done(Incoming message) {
        ((Reading.Message) message).done();
    }

    @Override
    public void commit() throws Exception {
        List<Reading> done = new ArrayList<>();
        for (Reading each : unfinished) {
            if (!each.isDone()) {
                break;
            }
            done.add(each);
        }
        if (!done.isEmpty()) {
            String name = done.get(done.size() - 1).name();
            store.writePlace(new FileStore.Place(name(), name));
            unfinished.removeAll(done);
        }
    }

    @Override
    public void close() {
        store.close();
    }

    /**
     * Returns the exception for the unreadable rest of a file, which may hold more than one record.
     */
    static BadRecordException unreadable(Exception cause) {
        return new BadRecordException("the rest can't be read", cause);
    }
}
