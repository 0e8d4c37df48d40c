package io.eyewall.local;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code resources} directories of the applications of a cluster, one for each class loader.
 * References loaders only weakly: running topologies keep their loaders alive, and a directory is
 * deleted in the first call after its loader was garbage-collected. Any thread may call.
 */
final class ResourceDirectories implements AutoCloseable {
    private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

    /** One entry for each loader in use; a short list. Guarded by this. */
    private final List<Entry> entries = new ArrayList<>();

    private static final class Entry extends WeakReference<ClassLoader> {
        final ResourceDirectory directory;

        Entry(ClassLoader loader, ReferenceQueue<ClassLoader> collected) {
            super(loader, collected);
            directory = ResourceDirectory.find(loader);
        }
    }

    /** Returns the directory of a loader's application. */
    synchronized Path directoryOf(ClassLoader loader) {
        deleteCollected();
        for (Entry entry : entries) {
            if (entry.refersTo(loader)) {
                return entry.directory.path();
            }
        }
        Entry entry = new Entry(loader, collected);
        entries.add(entry);
        return entry.directory.path();
    }

    private void deleteCollected() {
        while (collected.poll() instanceof Entry entry) {
            entries.remove(entry);
            entry.directory.close();
        }
    }

    /** Deletes all unpacked directories. */
    @Override
    public synchronized void close() {
        entries.forEach(entry -> entry.directory.close());
        entries.clear();
    }
}
