package io.eyewall.console.watch;

import io.eyewall.console.memory.HistoryFolder;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.ServedTopology;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.web.EventStreams;
import io.eyewall.web.ServerEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all topologies again and again. A topology that is not among them any more is remembered
 * for a while. Thread-safe.
 */
public final class Watch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
    private static final int MOST_CLIENTS = 128;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final Supplier<? extends Collection<? extends RunningTopology>> topologies;
    private final ProcessCalls calls;
    private final Optional<MachineConstants> machine;
    private final PredictionBudget predictions = new PredictionBudget();
    private final HistoryFolder histories;
    private final long periodNs;
    private final SupervisedThread beat;
    private final ExecutorService threadPool;
    private final AtomicBoolean finding = new AtomicBoolean();
    private final Register register = new Register(REMEMBERED);
    private final Map<String, Watched> watched = new ConcurrentHashMap<>();
    private final EventStreams list;
    private volatile List<String> order = List.of();
    private volatile boolean closed;

    /**
     * @param topologies those that there are now, and as long as one likes those that are over; the
     *     same one is the same object each time; asked again and again, by one thread; may wait
     * @param calls reach their processes
     * @param machine what predictions start from; empty: nothing is predicted
     * @param histories what was seen before, and is kept for the next who looks
     * @param period from one look to the next
     */
    public Watch(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            ProcessCalls calls,
            Optional<MachineConstants> machine,
            HistoryFolder histories,
            Duration period) {
        this.topologies = topologies;
        this.calls = calls;
        this.machine = machine;
        this.histories = histories;
        periodNs = period.toNanos();
        AtomicInteger number = new AtomicInteger();
        threadPool =
                Executors.newCachedThreadPool(
                        command -> daemon(command, "eyewall-console-" + number.incrementAndGet()));
        list = new EventStreams(MOST_CLIENTS, HEARTBEAT, () -> List.of(listEvent()));
        beat = new SupervisedThread("eyewall-console", this::beat);
        beat.start();
    }

    private static Thread daemon(Runnable command, String name) {
        Thread thread = new Thread(command, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Whatever it throws, the next one follows. */
    private boolean beat() {
        try {
            if (finding.compareAndSet(false, true)) {
                begin(this::find, () -> finding.set(false));
            }
            for (Watched one : watched.values()) {
                if (one.tryBegin()) {
                    begin(one::look, one::notBegun);
                }
            }
        } finally {
            ServerEvent event = listEvent();
            list.publish(event);
            watched.values().forEach(one -> one.streams().publish(event));
            LockSupport.parkNanos(this, periodNs);
        }
        return true;
    }

    /**
     * Has something done by another thread.
     *
     * @param undo what was prepared for it, if there is no thread for it
     */
    private void begin(Runnable work, Runnable undo) {
        boolean begun = false;
        try {
            threadPool.execute(work);
            begun = true;
        } catch (RejectedExecutionException e) {
            LOG.debug("closed meanwhile", e);
        } finally {
            if (!begun) {
                undo.run();
            }
        }
    }

    private void find() {
        try {
            find(topologies.get());
        } catch (Throwable e) { // an exhausted heap, too, is no reason to look no more
            LOG.warn("the console can't find topologies", e);
        } finally {
            finding.set(false);
        }
    }

    private void find(Collection<? extends RunningTopology> found) {
        long nowNs = System.nanoTime();
        for (RunningTopology topology : register.see(found, nowNs)) {
            begin(() -> meet(topology), () -> register.forget(topology));
        }
        for (String key : register.forgetOld(nowNs)) {
            Watched gone = watched.remove(key);
            if (gone != null) {
                gone.streams().close();
            }
        }
        synchronized (this) {
            order = List.copyOf(register.order(found));
        }
    }

    /** Asks a new one who it is. It may not answer, which keeps nobody else waiting. */
    private void meet(RunningTopology topology) {
        boolean met = false;
        try {
            TopologyPlan plan = topology.plan();
            String key = register.name(topology, plan.id());
            add(key, plan.name(), topology);
            met = true;
            tellOfUpdate(key, plan.id(), topology);
        } catch (RuntimeException e) {
            LOG.debug("a topology can't be asked for its id", e);
        } finally {
            if (!met) {
                register.forget(topology);
            }
        }
    }

    /** On the time lines of both versions. */
    private void tellOfUpdate(String key, String id, RunningTopology topology) {
        String replaced = topology instanceof ServedTopology served ? served.replaces() : null;
        Watched next = watched.get(key);
        if (replaced == null || next == null) {
            return;
        }
        next.onStory(topology.launchTimeSecs() * 1000L, "submitted as an update of " + replaced);
        Watched before = watched.get(replaced);
        if (before != null) {
            before.onStory(System.currentTimeMillis(), "updated: replaced by " + id);
        }
    }

    private synchronized void add(String key, String name, RunningTopology topology) {
        if (!closed) {
            watched.put(key, begin(key, name, topology));
            List<String> keys = new ArrayList<>(order);
            if (!keys.contains(key)) {
                keys.add(key); // until the next find, which knows the order
                order = List.copyOf(keys);
            }
        }
    }

    private Watched begin(String key, String name, RunningTopology topology) {
        Shelves shelves = new Shelves(new FlameShelf(), new TraceShelf(System::nanoTime));
        return new Watched(
                key,
                name,
                topology,
                new LogReader(calls),
                new ModelReader(machine, predictions),
                shelves,
                histories.of(key),
                picture ->
                        new EventStreams(
                                MOST_CLIENTS,
                                HEARTBEAT,
                                () -> {
                                    List<ServerEvent> events = picture.greeting();
                                    events.add(shelves.flames().event());
                                    events.add(shelves.traces().event());
                                    events.add(listEvent());
                                    return events;
                                }));
    }

    private ServerEvent listEvent() {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (String key : order) {
            Watched one = watched.get(key);
            if (one != null) {
                lines.add(one.picture().summary());
            }
        }
        return ConsoleJson.event("list", lines);
    }

    /** One of them; null if there is none by that key. */
    public @Nullable Watched get(String key) {
        return watched.get(key);
    }

    /** What to tell of one of them, or of none: the list of all. */
    public EventStreams streams(@Nullable Watched one) {
        return one == null ? list : one.streams();
    }

    /** Has something done that may wait. */
    public void later(Runnable command) {
        threadPool.execute(command);
    }

    /** Ends all streams. Does not wait for looks that are under way. */
    @Override
    public synchronized void close() {
        closed = true;
        beat.stop();
        threadPool.shutdownNow();
        list.close();
        watched.values().forEach(one -> one.streams().close());
    }
}
