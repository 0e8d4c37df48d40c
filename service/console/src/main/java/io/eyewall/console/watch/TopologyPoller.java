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
 * Polls all topologies periodically and publishes what changes. A topology that has disappeared is
 * remembered for {@link #REMEMBERED}. Thread-safe.
 */
public final class TopologyPoller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyPoller.class);
    private static final int MAX_CLIENTS = 128;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    /** Without a page the topologies are polled every so many periods: the charts go on. */
    private static final int PERIODS_WITHOUT_PAGE = 5;

    private final Supplier<? extends Collection<? extends RunningTopology>> topologies;
    private final ProcessCalls calls;
    private final Optional<MachineConstants> machine;
    private final PredictionBudget predictions = new PredictionBudget();
    private final HistoryFolder histories;
    private final long periodNs;
    private final SupervisedThread beat;
    private final ExecutorService threadPool;
    private final AtomicBoolean listing = new AtomicBoolean();
    private final TopologyKeys register = new TopologyKeys(REMEMBERED);
    private final Map<String, PolledTopology> watched = new ConcurrentHashMap<>();
    private final EventStreams listStreams;
    private volatile List<String> order = List.of();
    private volatile boolean closed;
    private int periodsSincePoll = PERIODS_WITHOUT_PAGE; // used by the beat's thread

    /**
     * @param topologies returns the current topologies; it may include ended ones, must return the
     *     same object for the same topology each time, and may wait; called periodically by one
     *     thread at a time
     * @param calls reach the processes of the topologies
     * @param machine the machine constants that predictions start from; empty for no predictions
     * @param histories keeps the data of the charts across processes
     * @param period from one poll to the next
     */
    public TopologyPoller(
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
        listStreams = new EventStreams(MAX_CLIENTS, HEARTBEAT, () -> List.of(listEvent()));
        beat = new SupervisedThread("eyewall-console", this::beat);
        beat.start();
    }

    private static Thread daemon(Runnable command, String name) {
        Thread thread = new Thread(command, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts the polls that are due and publishes the list; an exception does not stop later beats.
     */
    private boolean beat() {
        boolean page = isPageOpen();
        try {
            if (listing.compareAndSet(false, true)) {
                executeOnPool(this::refreshList, () -> listing.set(false));
            }
            boolean all = page || ++periodsSincePoll >= PERIODS_WITHOUT_PAGE;
            periodsSincePoll = all ? 0 : periodsSincePoll;
            for (PolledTopology polled : watched.values()) {
                if ((all || polled.isNew()) && polled.tryBegin()) {
                    executeOnPool(() -> polled.poll(page), polled::notBegun);
                }
            }
        } finally {
            if (page) {
                ServerEvent event = listEvent();
                listStreams.publish(event);
                watched.values().forEach(polled -> polled.streams().publish(event));
            }
            LockSupport.parkNanos(this, periodNs);
        }
        return true;
    }

    /** Returns whether some page shows the list, which each page of a topology does, too. */
    private boolean isPageOpen() {
        return listStreams.clients() > 0
                || watched.values().stream().anyMatch(polled -> polled.streams().clients() > 0);
    }

    /**
     * Runs work on a pool thread.
     *
     * @param undo undoes the preparations if no thread can be had
     */
    private void executeOnPool(Runnable work, Runnable undo) {
        boolean begun = false;
        try {
            threadPool.execute(work);
            begun = true;
        } catch (RejectedExecutionException e) {
            LOG.debug("the console was closed before its work could start", e);
        } finally {
            if (!begun) {
                undo.run();
            }
        }
    }

    private void refreshList() {
        try {
            refreshList(topologies.get());
        } catch (Throwable e) { // polling goes on even after an exhausted heap
            LOG.warn("the console could not list the topologies; it tries again", e);
        } finally {
            listing.set(false);
        }
    }

    private void refreshList(Collection<? extends RunningTopology> found) {
        long nowNs = System.nanoTime();
        for (RunningTopology topology : register.update(found, nowNs)) {
            executeOnPool(() -> identify(topology), () -> register.forget(topology));
        }
        for (String key : register.forgetOld(nowNs)) {
            PolledTopology gone = watched.remove(key);
            if (gone != null) {
                gone.streams().close();
            }
        }
        synchronized (this) {
            order = List.copyOf(register.order(found));
        }
    }

    /** Reads a new topology's id. The topology may not answer, which delays no other topology. */
    private void identify(RunningTopology topology) {
        boolean identified = false;
        try {
            TopologyPlan plan = topology.plan();
            String key = register.name(topology, plan.id());
            add(key, plan.name(), topology);
            identified = true;
            addUpdateEntries(key, plan.id(), topology);
        } catch (RuntimeException e) {
            LOG.debug("could not read the id of a topology; the next poll tries again", e);
        } finally {
            if (!identified) {
                register.forget(topology);
            }
        }
    }

    /** Adds the update to the time lines of both versions. */
    private void addUpdateEntries(String key, String id, RunningTopology topology) {
        String replaced = topology instanceof ServedTopology served ? served.replaces() : null;
        PolledTopology next = watched.get(key);
        if (replaced == null || next == null) {
            return;
        }
        next.onStory(topology.launchTimeSecs() * 1000L, "submitted as an update of " + replaced);
        PolledTopology before = watched.get(replaced);
        if (before != null) {
            before.onStory(System.currentTimeMillis(), "updated: replaced by " + id);
        }
    }

    private synchronized void add(String key, String name, RunningTopology topology) {
        if (!closed) {
            watched.put(key, newPolledTopology(key, name, topology));
            List<String> keys = new ArrayList<>(order);
            if (!keys.contains(key)) {
                keys.add(key); // until the next listing, which knows the order
                order = List.copyOf(keys);
            }
        }
    }

    private PolledTopology newPolledTopology(String key, String name, RunningTopology topology) {
        TopologyCaches caches =
                new TopologyCaches(new FlameCache(), new TraceCache(System::nanoTime));
        return new PolledTopology(
                key,
                name,
                topology,
                new LogReader(calls),
                new ModelReader(machine, predictions),
                caches,
                histories.of(key),
                picture ->
                        new EventStreams(
                                MAX_CLIENTS,
                                HEARTBEAT,
                                () -> {
                                    List<ServerEvent> events = picture.greeting();
                                    events.add(caches.flames().event());
                                    events.add(caches.traces().event());
                                    events.add(listEvent());
                                    return events;
                                }));
    }

    private ServerEvent listEvent() {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (String key : order) {
            PolledTopology polled = watched.get(key);
            if (polled != null) {
                lines.add(polled.picture().summary());
            }
        }
        return ConsoleJson.event("list", lines);
    }

    /** Returns the topology with a key; null if there is none. */
    public @Nullable PolledTopology get(String key) {
        return watched.get(key);
    }

    /** Returns the event streams of a topology, or of the list of all topologies if null. */
    public EventStreams streams(@Nullable PolledTopology polled) {
        return polled == null ? listStreams : polled.streams();
    }

    /** Runs a command, which may wait, on a pool thread. */
    public void executeOnPool(Runnable command) {
        threadPool.execute(command);
    }

    /** Ends all streams. Does not wait for running polls. */
    @Override
    public synchronized void close() {
        closed = true;
        beat.stop();
        threadPool.shutdownNow();
        listStreams.close();
        watched.values().forEach(polled -> polled.streams().close());
    }
}
