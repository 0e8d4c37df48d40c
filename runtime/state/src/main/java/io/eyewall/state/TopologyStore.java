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
    private record OpenStore(WeakReference<TopologyStore> store, StateDatabase database) {}

    /** Open stores by folder. Guarded by itself. */
    private static final Map<Path, OpenStore> OPEN_STORES = new HashMap<>();

    private static final Cleaner CLEANER = Cleaner.create();

    private final StateDatabase database;

    private TopologyStore(StateDatabase database) {
        this.database = database;
    }

    /**
     * Returns the store of a folder; opens it unless it is open.
     *
     * @throws StateException if the store can't be opened
     */
    static TopologyStore forFolder(Path folder) {
        Path key = folder.toAbsolutePath().normalize();
        synchronized (OPEN_STORES) {
            OpenStore openStore = OPEN_STORES.get(key);
            if (openStore != null) {
                TopologyStore store = openStore.store().get();
                if (store != null && openStore.database().filesExist()) {
                    return store;
                }
                close(key, openStore);
            }
            StateDatabase database = DatabaseOpening.open(key);
            TopologyStore store = new TopologyStore(database);
            OpenStore newStore = new OpenStore(new WeakReference<>(store), database);
            OPEN_STORES.put(key, newStore);
            CLEANER.register(store, () -> close(key, newStore));
            return store;
        }
    }

    private static void close(Path key, OpenStore openStore) {
        synchronized (OPEN_STORES) {
            OPEN_STORES.remove(key, openStore);
            openStore.database().close();
        }
    }

    StateDatabase database() {
        return database;
    }
}
