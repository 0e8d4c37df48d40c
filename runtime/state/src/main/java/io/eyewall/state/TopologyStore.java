package io.eyewall.state;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The database of one topology, shared by all its states in this process.
 *
 * <p>Storm never closes a state. A store is therefore closed when it has become unreachable; a
 * topology that is submitted again gets the store that is still open, or opens the same files. Any
 * thread may call.
 */
final class TopologyStore {
    private record Opened(WeakReference<TopologyStore> store, StateDatabase database) {}

    /** Open stores by folder. Guarded by itself. */
    private static final Map<Path, Opened> OPENED = new HashMap<>();

    private static final Cleaner CLEANER = Cleaner.create();

    private final StateDatabase database;

    private TopologyStore(StateDatabase database) {
        this.database = database;
    }

    /**
     * Returns the store in a folder.
     *
     * @throws StateException if the store can't be opened
     */
    static TopologyStore in(Path folder) {
        Path key = folder.toAbsolutePath().normalize();
        synchronized (OPENED) {
            Opened opened = OPENED.get(key);
            if (opened != null) {
                TopologyStore store = opened.store().get();
                if (store != null && opened.database().isInPlace()) {
                    return store;
                }
                close(key, opened);
            }
            StateDatabase database = DatabaseOpening.open(key);
            TopologyStore store = new TopologyStore(database);
            Opened fresh = new Opened(new WeakReference<>(store), database);
            OPENED.put(key, fresh);
            CLEANER.register(store, () -> close(key, fresh));
            return store;
        }
    }

    private static void close(Path key, Opened opened) {
        synchronized (OPENED) {
            OPENED.remove(key, opened);
            opened.database().close();
        }
    }

    StateDatabase database() {
        return database;
    }
}
