package io.eyewall.local;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code resources} directories of the applications of a cluster, one for each class loader.
 * Holds no loader: a directory lasts as long as its loader does, which running topologies hold, and
 * is deleted with the first call after that. Any thread may call.
 */
final class ResourceDirectories implements AutoCloseable {
    private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();

    /** Few: of loaders that are still used. Guarded by this. */
    private final List<Entry> entries = new ArrayList<>();

    private static final class Entry extends WeakReference<ClassLoader> {
        final ResourceDirectory directory;

        Entry(ClassLoader loader, ReferenceQueue<ClassLoader> gone) {
            super(loader, gone);
            directory = ResourceDirectory.find(loader);
        }
    }

    /** The directory of a loader's application. */
    synchronized Path of(ClassLoader loader) {
        deleteGone();
        for (Entry entry : entries) {
            if (entry.refersTo(loader)) {
                return entry.directory.path();
            }
        }
        Entry entry = new Entry(loader, gone);
        entries.add(entry);
        return entry.directory.path();
    }

    private void deleteGone() {
        while (gone.poll() instanceof Entry entry) {
            entries.remove(entry);
            entry.directory.close();
        }
    }

    /** Deletes what was unpacked. */
    @Override
    public synchronized void close() {
        entries.forEach(entry -> entry.directory.close());
        entries.clear();
    }
}
