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
 * progress: the last file up to which all of the task's files are done. Several tasks share the
 * files by the hash of their names. Used by the spout's thread only.
 */
public final class FilesReader implements SourceReader {
    private final FileStore store;
    private final FileFormat format;
    private final long listEveryNs;
    private final boolean untilEnd;
    private final int task;
    private final int tasks;

    /** Files that were begun and are not done, in their order. */
    private final Deque<FileBeingRead> unfinished = new ArrayDeque<>();

    /** The listed names of files that are still to be begun. */
    private final Deque<String> toRead = new ArrayDeque<>();

    /** The file that is open now, if any. */
    private @Nullable FileBeingRead openFile;

    /** The name of the file that was begun last. */
    private String lastBegun = "";

    private boolean hasReadProgress;
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
        if (!hasReadProgress) {
            lastBegun = readProgress();
            hasReadProgress = true;
        }
        listAtNs = Time.nanoTime();
    }

    private String taskName() {
        return task + "-of-" + tasks;
    }

    /**
     * Returns the name of the file up to which this task may skip all files: its own progress or,
     * if the source ran with another number of tasks before, the last file up to which all of those
     * tasks have done theirs. If one of those tasks has stored no progress nothing is skipped on
     * their account, as that task may have done no file at all.
     */
    private String readProgress() throws Exception {
        String skipUpTo = "";
        Map<String, List<String>> filesByTaskCount = new HashMap<>();
        for (FileStore.TaskProgress each : store.readProgress()) {
            if (each.task().equals(taskName())) {
                skipUpTo = later(skipUpTo, each.file());
            }
            String taskCount = each.task().substring(each.task().lastIndexOf('-') + 1);
            filesByTaskCount
                    .computeIfAbsent(taskCount, absent -> new ArrayList<>())
                    .add(each.file());
        }
        for (Map.Entry<String, List<String>> files : filesByTaskCount.entrySet()) {
            if (files.getKey().equals(String.valueOf(files.getValue().size()))) {
                skipUpTo = later(skipUpTo, Collections.min(files.getValue()));
            }
        }
        return skipUpTo;
    }

    private static String later(String one, String other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    @Override
    public List<? extends Incoming> poll() throws Exception {
        FileBeingRead file = openFile;
        if (file == null) {
            file = beginNextFile();
        }
        if (file == null) {
            return List.of();
        }
        openFile = file; // so that it is tried again if it cannot be opened now
        List<? extends Incoming> messages = file.readNext();
        openFile = file.isReadToEnd() ? null : file;
        return messages;
    }

    /** Returns the next file, to be read from its beginning; null if there is none now. */
    private @Nullable FileBeingRead beginNextFile() throws Exception {
        if (toRead.isEmpty() && Time.nanoTime() - listAtNs >= 0) {
            listNewFiles();
        }
        String name = toRead.peek();
        if (name == null) {
            return null;
        }
        FileStore.LocalFile localFile = store.fetch(name);
        if (localFile == null) {
            // The file may have been renamed, perhaps to a name that sorts before this one. A new
            // listing begins at the file that was begun last, and so skips no file.
            toRead.clear();
            listAtNs = Time.nanoTime() + listEveryNs;
            return null;
        }
        toRead.remove();
        lastBegun = name;
        FileBeingRead file = new FileBeingRead(store.uri(), name, localFile, format, 0);
        unfinished.add(file);
        return file;
    }

    /** Adds this task's share of new files to {@link #toRead}. */
    private void listNewFiles() throws Exception {
        List<String> listed = store.listAfter(lastBegun);
        if (!listed.isEmpty()) {
            // A listing that runs while files are created may contain a file and lack another that
            // was created earlier. A second listing contains all files that were created before
            // the files of the first.
            String lastListed = listed.get(listed.size() - 1);
            for (String name : store.listAfter(lastBegun)) {
                if (name.compareTo(lastListed) <= 0
                        && Math.floorMod(name.hashCode(), tasks) == task) {
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
        ((FileBeingRead.Message) message).markDone();
    }

    @Override
    public void commit() throws Exception {
        List<FileBeingRead> doneFiles = new ArrayList<>();
        for (FileBeingRead each : unfinished) {
            if (!each.isDone()) {
                break;
            }
            doneFiles.add(each);
        }
        if (!doneFiles.isEmpty()) {
            String name = doneFiles.get(doneFiles.size() - 1).name();
            store.writeProgress(new FileStore.TaskProgress(taskName(), name));
            unfinished.removeAll(doneFiles);
        }
    }

    @Override
    public void close() {
        store.close();
    }

    /**
     * Returns the exception that stands for the rest of a file that cannot be read, which may hold
     * more than one record.
     */
    static BadRecordException unreadableRest(Exception cause) {
        return new BadRecordException("the rest can't be read", cause);
    }
}
