package io.eyewall.cluster.load;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores a {@link LoadBook} in a database. One thread, {@code eyewall-load-store}, writes the
 * changes every few seconds, so that callers of the book never wait for the database. While the
 * database is unavailable the book is kept in memory only, and all changes are written when it is
 * back; {@link #problem} reports that, since each step checks the connection even if there is
 * nothing to write. A process that is killed loses the changes of the last seconds. Any thread may
 * call the public methods.
 */
public final class LoadStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoadStore.class);
    static final Duration WRITE_PERIOD = Duration.ofSeconds(5);
    static final Duration MAX_DELAY = Duration.ofMinutes(1);

    /** Rows whose last report is older are not restored. */
    private static final Duration MAX_RESTORED_AGE = Duration.ofDays(1);

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(15);
    private static final int MAX_EXECUTORS_PER_WRITE = 500;

    private final LoadBook book;
    private final DatabaseAddress address;
    private final InstantSource clock;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private boolean closed; // guarded by lock
    private volatile @Nullable String problem;

    // Used by the store's thread only, or by the caller of step:
    private @Nullable LoadDatabase database;
    private boolean restored;
    private Duration delay = WRITE_PERIOD;

    /**
     * Creates a store whose thread does not run yet: {@link #start} starts it; tests call {@link
     * #step} instead.
     */
    LoadStore(LoadBook book, DatabaseAddress address, InstantSource clock) {
        this.book = book;
        this.address = address;
        this.clock = clock;
        this.thread = new Thread(this::run, "eyewall-load-store");
        thread.setDaemon(true);
    }

    /**
     * Starts to store a book. First adds the database's rows to the book; if the database is
     * unavailable, that happens when it is back.
     */
    public static LoadStore start(LoadBook book, DatabaseAddress address) {
        LoadStore store = new LoadStore(book, address, InstantSource.system());
        store.step();
        store.thread.start();
        return store;
    }

    /** Returns the reason that nothing is stored at the moment; empty if there is none. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    private void run() {
        while (awaitNextStep()) {
            step();
        }
        step();
        disconnect();
    }

    private boolean awaitNextStep() {
        lock.lock();
        try {
            long ns = delay.toNanos();
            while (!closed && ns > 0) {
                ns = closing.awaitNanos(ns);
            }
            return !closed;
        } catch (InterruptedException e) {
            return false; // the thread ends as after close
        } finally {
            lock.unlock();
        }
    }

    /** Connects if necessary, and writes the changes. */
    void step() {
        try {
            LoadDatabase open = connect();
            open.requireTables(); // also when there is nothing to write
            for (LoadBook.Changes changes = book.takeChanges(MAX_EXECUTORS_PER_WRITE);
                    !changes.isEmpty();
                    changes = book.takeChanges(MAX_EXECUTORS_PER_WRITE)) {
                write(open, changes);
            }
            if (problem != null) {
                LOG.info("loads are stored in {} again", address);
                problem = null;
            }
            delay = WRITE_PERIOD;
        } catch (SQLException | RuntimeException | LinkageError e) {
            disconnect();
            if (problem == null) {
                LOG.warn(
                        "cannot use the database {}; loads are kept in memory only: {}",
                        address,
                        e.getMessage());
            }
            problem = address + ": " + e.getMessage();
            Duration longer = delay.multipliedBy(2);
            delay = longer.compareTo(MAX_DELAY) < 0 ? longer : MAX_DELAY;
        }
    }

    /** Returns the open connection; connects, and restores the book once, if necessary. */
    private LoadDatabase connect() throws SQLException {
        LoadDatabase open = database;
        if (open == null) {
            open = LoadDatabase.open(address);
            database = open;
            if (restored) {
                book.markAllChanged(); // the database may be a new, empty one
            }
        }
        if (!restored) {
            long sinceMs = clock.millis() - MAX_RESTORED_AGE.toMillis();
            book.restore(open.readExecutors(sinceMs), open.readNodes(sinceMs));
            restored = true;
        }
        return open;
    }

    private void write(LoadDatabase open, LoadBook.Changes changes) throws SQLException {
        boolean written = false;
        try {
            open.write(changes);
            written = true;
        } finally {
            if (!written) {
                book.markChanged(changes);
            }
        }
    }

    private void disconnect() {
        LoadDatabase open = database;
        database = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.debug("{} was not closed", address, e);
            }
        }
    }

    /** Writes the last changes and ends the thread; gives up after 15 seconds. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(CLOSE_LIMIT.toMillis());
            if (thread.isAlive()) {
                LOG.warn(
                        "the database {} does not answer; the latest loads were not stored",
                        address);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the time until the next step. */
    Duration delay() {
        return delay;
    }

    /** Closes the connection, as the thread does at its end; for tests. */
    void closeConnection() {
        disconnect();
    }
}
