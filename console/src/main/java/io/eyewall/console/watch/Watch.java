package io.eyewall.console.watch;

import io.eyewall.engine.RunningTopology;
import io.eyewall.server.web.EventStreams;
import io.eyewall.server.web.ServerEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
    private static final int MOST_CLIENTS = 64;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final Supplier<? extends Collection<? extends RunningTopology>> topologies;
    private final long rememberedBeats;
    private final ScheduledExecutorService beat;
    private final ExecutorService threadPool;
    private final AtomicBoolean finding = new AtomicBoolean();
    private final Map<String, Watched> watched = new ConcurrentHashMap<>();
    private final EventStreams list;
    private volatile List<String> order = List.of();

    /** Of the thread that finds topologies. */
    private final Map<String, Integer> missing = new LinkedHashMap<>();

    /**
     * @param topologies those that there are now, and as long as one likes those that are over;
     *     asked again and again, by one thread; may wait
     * @param period from one look to the next
     */
    public Watch(
            Supplier<? extends Collection<? extends RunningTopology>> topologies, Duration period) {
        this.topologies = topologies;
        rememberedBeats = REMEMBERED.dividedBy(period);
        AtomicInteger number = new AtomicInteger();
        beat =
                Executors.newSingleThreadScheduledExecutor(
                        command -> daemon(command, "eyewall-console"));
        threadPool =
                Executors.newCachedThreadPool(
                        command -> daemon(command, "eyewall-console-" + number.incrementAndGet()));
        list = new EventStreams(MOST_CLIENTS, HEARTBEAT, () -> List.of(listEvent()));
        var unused =
                beat.scheduleWithFixedDelay(
                        this::beat, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Thread daemon(Runnable command, String name) {
        Thread thread = new Thread(command, name);
        thread.setDaemon(true);
        return thread;
    }

    private void beat() {
        try {
            if (finding.compareAndSet(false, true)) {
                threadPool.execute(this::find);
            }
            for (Watched one : watched.values()) {
                if (one.tryBegin()) {
                    threadPool.execute(one::look);
                }
            }
            ServerEvent event = listEvent();
            list.publish(event);
            watched.values().forEach(one -> one.streams().publish(event));
        } catch (RejectedExecutionException e) {
            LOG.debug("closed meanwhile", e);
        } catch (RuntimeException e) {
            LOG.warn("the console has missed a beat", e);
        }
    }

    private void find() {
        try {
            find(topologies.get());
        } catch (RuntimeException e) {
            LOG.warn("the console can't find topologies", e);
        } finally {
            finding.set(false);
        }
    }

    /** Ids are unique in a process; those of several are told apart by their order. */
    private void find(Collection<? extends RunningTopology> found) {
        Map<String, RunningTopology> now = new LinkedHashMap<>();
        for (RunningTopology topology : found) {
            String id = id(topology);
            String key = id;
            for (int n = 2; now.containsKey(key); n++) {
                key = id + "~" + n;
            }
            if (!id.isEmpty()) {
                now.put(key, topology);
            }
        }
        now.forEach(
                (key, topology) -> {
                    missing.remove(key);
                    watched.computeIfAbsent(key, k -> begin(k, topology)).isNow(topology);
                });
        for (String key : List.copyOf(watched.keySet())) {
            if (!now.containsKey(key) && missing.merge(key, 1, Integer::sum) > rememberedBeats) {
                missing.remove(key);
                Watched gone = watched.remove(key);
                if (gone != null) {
                    gone.streams().close();
                }
            }
        }
        List<String> keys = new ArrayList<>(now.keySet());
        watched.keySet().stream().filter(key -> !now.containsKey(key)).sorted().forEach(keys::add);
        order = List.copyOf(keys);
    }

    /** Empty if its process has ended, or does not answer. */
    private static String id(RunningTopology topology) {
        try {
            return topology.plan().id();
        } catch (RuntimeException e) {
            LOG.debug("a topology can't be asked for its id", e);
            return "";
        }
    }

    private Watched begin(String key, RunningTopology topology) {
        return new Watched(
                key,
                topology.plan().name(),
                topology,
                picture ->
                        new EventStreams(
                                MOST_CLIENTS,
                                HEARTBEAT,
                                () -> {
                                    List<ServerEvent> events = picture.greeting();
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
    public void close() {
        beat.shutdownNow();
        threadPool.shutdownNow();
        list.close();
        watched.values().forEach(one -> one.streams().close());
    }
}
