package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.NullUnmarked;

/**
 * A bolt that relies on properties of Storm's threads: it executes under a lock of its component,
 * waits before that for a pool whose threads acquire the locks of all components in turn, leaves
 * the interrupt flag set, and keeps a value in a thread-local variable. It reports an interrupt
 * that it has not caused, a value that is gone, and overlapping executes.
 */
@NullUnmarked // fields are set by prepare
final class LockingBolt implements IRichBolt {
    private static final long serialVersionUID = 1L;

    /** The kind of lock of a component, chosen by random bits. */
    private enum Way {
        MONITOR,
        LOCK,
        SEMAPHORE,
        NONE
    }

    /** The locks of the components of one run. */
    static final class Locks {
        private final Map<String, Object> monitors = new ConcurrentHashMap<>();
        private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
        private final Map<String, Semaphore> semaphores = new ConcurrentHashMap<>();
        private final ExecutorService pool =
                Executors.newCachedThreadPool(
                        run -> {
                            Thread thread = new Thread(run, "chaos-pool");
                            thread.setDaemon(true);
                            return thread;
                        });

        Object monitor(String component) {
            return monitors.computeIfAbsent(component, id -> new Object());
        }

        ReentrantLock lock(String component) {
            return locks.computeIfAbsent(component, id -> new ReentrantLock());
        }

        Semaphore semaphore(String component) {
            return semaphores.computeIfAbsent(component, id -> new Semaphore(1));
        }

        /** Makes a thread of the pool acquire every lock once, and waits for it. */
        void awaitPool() throws InterruptedException {
            try {
                pool.submit(
                                () -> {
                                    List.copyOf(monitors.values()).forEach(Locks::touch);
                                    for (ReentrantLock lock : locks.values()) {
                                        lock.lock();
                                        try {
                                            lock.getHoldCount();
                                        } finally {
                                            lock.unlock();
                                        }
                                    }
                                    for (Semaphore semaphore : semaphores.values()) {
                                        semaphore.acquireUninterruptibly();
                                        semaphore.release();
                                    }
                                })
                        .get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }

        @SuppressWarnings("EmptySynchronizedBlock") // checks only that the lock can be acquired
        private static void touch(Object monitor) {
            synchronized (monitor) {
                // acquired
            }
        }

        void close() {
            pool.shutdownNow();
        }
    }

    private static final ThreadLocal<String> STORED = new ThreadLocal<>();

    private final IRichBolt bolt;
    private final Way way;
    private final boolean waits;
    private final boolean interrupts;
    private final boolean stores;
    private final Shared<Ledger> shared;
    private final Shared<Locks> sharedLocks;

    private transient Ledger ledger;
    private transient Locks locks;
    private transient String component;
    private transient String stored;
    private transient AtomicInteger running;
    private transient int executed;

    /**
     * @param bolt the wrapped bolt
     * @param choices random bits that decide what else the bolt does
     * @param stores whether the bolt may rely on a thread-local value, as its executor has one task
     */
    LockingBolt(
            IRichBolt bolt,
            long choices,
            boolean stores,
            Shared<Ledger> shared,
            Shared<Locks> sharedLocks) {
        this.bolt = bolt;
        this.way = Way.values()[(int) (choices & 3)];
        this.waits = (choices & 4) != 0;
        this.interrupts = (choices & 8) != 0;
        this.stores = stores && (choices & 16) != 0;
        this.shared = shared;
        this.sharedLocks = sharedLocks;
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        ledger = shared.get();
        locks = sharedLocks.get();
        component = context.getThisComponentId();
        running = new AtomicInteger();
        stored = component + context.getThisTaskId();
        if (stores) {
            STORED.set(stored);
        }
        bolt.prepare(conf, context, collector);
    }

    @Override
    public void execute(Tuple tuple) {
        ledger.check(running.getAndIncrement() == 0, stored + " runs twice at once");
        ledger.check(!Thread.currentThread().isInterrupted(), stored + " finds itself interrupted");
        ledger.check(
                !stores || stored.equals(STORED.get()),
                stored + " finds " + STORED.get() + " in its thread-local variable");
        executed++;
        try {
            if (waits && executed % 8 == 0) {
                ledger.did("wait for a pool");
                locks.awaitPool();
            }
            executeLocked(tuple);
        } catch (InterruptedException e) {
            ledger.check(false, stored + " was interrupted");
        } finally {
            running.decrementAndGet();
        }
        if (interrupts && executed % 5 == 0) {
            ledger.did("leave the interrupt flag");
            Thread.currentThread().interrupt();
        }
    }

    private void executeLocked(Tuple tuple) throws InterruptedException {
        switch (way) {
            case MONITOR -> {
                ledger.did("emit under a lock");
                synchronized (locks.monitor(component)) {
                    bolt.execute(tuple);
                }
            }
            case LOCK -> {
                ledger.did("emit under a lock");
                ReentrantLock lock = locks.lock(component);
                lock.lock();
                try {
                    bolt.execute(tuple);
                } finally {
                    lock.unlock();
                }
            }
            case SEMAPHORE -> {
                ledger.did("emit under a lock");
                Semaphore semaphore = locks.semaphore(component);
                semaphore.acquire();
                try {
                    bolt.execute(tuple);
                } finally {
                    semaphore.release();
                }
            }
            case NONE -> bolt.execute(tuple);
        }
    }

    @Override
    public void cleanup() {
        bolt.cleanup();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return bolt.getComponentConfiguration();
    }
}
