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
 * Keeps a {@link LoadBook} in a database: what has changed is written every few seconds by one
 * thread, so that whoever reports or asks never waits for it. As long as the database is away, the
 * book goes on in memory, and all that has changed meanwhile is written when it is back. A process
 * that is killed loses the last seconds. Each time it is seen whether the database is there, so
 * that {@link #problem} tells when it is not.
 */
public final class LoadStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoadStore.class);
    static final Duration WRITE_PERIOD = Duration.ofSeconds(5);
    static final Duration LONGEST_REST = Duration.ofMinutes(1);
    private static final Duration KEPT = Duration.ofDays(1);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(15);
    private static final int MOST_AT_ONCE = 500;

    private final LoadBook book;
    private final DatabaseAddress address;
    private final InstantSource clock;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private boolean closed; // guarded by lock
    private volatile @Nullable String problem;

    // The thread's, or of who calls step:
    private @Nullable LoadDatabase database;
    private boolean restored;
    private Duration rest = WRITE_PERIOD;

    /** One that has not begun: {@link #start}, or {@link #step} for tests. */
    LoadStore(LoadBook book, DatabaseAddress address, InstantSource clock) {
        this.book = book;
        this.address = address;
        this.clock = clock;
        this.thread = new Thread(this::run, "eyewall-load-store");
        thread.setDaemon(true);
    }

    /**
     * Begins to keep a book; what the database has is put into it, if it can be had at once. Else
     * later.
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
        while (restedUnlessClosed()) {
            step();
        }
        step();
        disconnect();
    }

    private boolean restedUnlessClosed() {
        lock.lock();
        try {
            long ns = rest.toNanos();
            while (!closed && ns > 0) {
                ns = ended.awaitNanos(ns);
            }
            return !closed;
        } catch (InterruptedException e) {
            return false; // nobody but close does that
        } finally {
            lock.unlock();
        }
    }

    /** Connects if need be, and writes what has changed. */
    void step() {
        try {
            LoadDatabase open = connected();
            open.check(); // also when there is nothing to write
            for (LoadBook.Changes changes = book.takeChanges(MOST_AT_ONCE);
                    !changes.isEmpty();
                    changes = book.takeChanges(MOST_AT_ONCE)) {
                write(open, changes);
            }
            if (problem != null) {
                LOG.info("loads are kept in {} again", address);
                problem = null;
            }
            rest = WRITE_PERIOD;
        } catch (SQLException | RuntimeException | LinkageError e) {
            disconnect();
            if (problem == null) {
                LOG.warn(
                        "loads are in memory only for now: {} can't be used: {}",
                        address,
                        e.getMessage());
            }
            problem = address + ": " + e.getMessage();
            Duration longer = rest.multipliedBy(2);
            rest = longer.compareTo(LONGEST_REST) < 0 ? longer : LONGEST_REST;
        }
    }

    private LoadDatabase connected() throws SQLException {
        LoadDatabase open = database;
        if (open == null) {
            open = LoadDatabase.open(address);
            database = open;
            if (restored) {
                book.changeAll(); // it may have been begun anew
            }
        }
        if (!restored) {
            long sinceMs = clock.millis() - KEPT.toMillis();
            book.restore(open.executors(sinceMs), open.nodes(sinceMs));
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
                book.giveBack(changes);
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

    /** Writes what has changed, if that can be done in some seconds. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(CLOSE_LIMIT.toMillis());
            if (thread.isAlive()) {
                LOG.warn("{} does not answer; the last loads are not kept", address);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How long the thread rests now. */
    Duration rest() {
        return rest;
    }

    /** Ends the connection, as a thread would that ends. */
    void closeSteps() {
        disconnect();
    }
}
