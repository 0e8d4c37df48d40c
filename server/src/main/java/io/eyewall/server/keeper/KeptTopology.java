package io.eyewall.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.ServedTopology;
import io.eyewall.control.SilentProcessException;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.control.health.HealthTracker;
import io.eyewall.control.log.LogService;
import io.eyewall.control.wire.Json;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.LatencySnapshot;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.engine.metrics.RecentNumbers;
import io.eyewall.engine.metrics.TopologyMetrics;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.Traces;
import io.eyewall.server.store.Submitted;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.worker.HandedOver;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topology that a server keeps running, whichever process it has at the moment. Plan, status and
 * errors are at hand; for the rest its process is asked, and without one there are no numbers.
 * Orders are kept on disk when their call returns. A crash is no failure: it stays STARTING until
 * the next process runs it. Any thread may call.
 */
public final class KeptTopology implements ServedTopology {
    private static final Logger LOG = LoggerFactory.getLogger(KeptTopology.class);
    private static final TopologyMetrics NO_METRICS =
            new TopologyMetrics(
                    List.of(), List.of(), LatencySnapshot.EMPTY, LatencySnapshot.EMPTY, List.of());
    private static final PlacementReport NO_PLACEMENT =
            new PlacementReport(Optional.empty(), Optional.empty(), 0);
    private static final long POLL_MS = 50;

    /** Time for a process to start in which orders wait for it that only a process can do. */
    private static final long START_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final Keeper keeper;
    private final OrderDesk orders;
    private final Submitted submitted;
    private final @Nullable String replaces;
    private final HealthTracker health = new HealthTracker();

    KeptTopology(Keeper keeper, OrderDesk orders, Submitted submitted, @Nullable String replaces) {
        this.keeper = keeper;
        this.orders = orders;
        this.submitted = submitted;
        this.replaces = replaces;
    }

    /** As its process had it last, within a second. */
    @Override
    public TopologyPlan plan() {
        return keeper.plan();
    }

    @Override
    public TopologyStatus status() {
        if (keeper.isOver()) {
            return TopologyStatus.ENDED;
        }
        if (keeper.isReplaced()) {
            return TopologyStatus.STARTING; // for a moment, then another has its name
        }
        if (keeper.isKilled()) {
            return TopologyStatus.KILLED;
        }
        Seen seen = keeper.seen();
        if (seen != null && !seen.status().isOver()) {
            return seen.status();
        }
        boolean active = keeper.isActive();
        if (keeper.isOver()) { // meanwhile; its folder is gone
            return TopologyStatus.ENDED;
        }
        return active ? TopologyStatus.STARTING : TopologyStatus.INACTIVE;
    }

    /** Empty: it is started again. */
    @Override
    public Optional<TopologyFailure> failure() {
        return Optional.empty();
    }

    /** Since its submission, whatever has become of its processes. */
    @Override
    public int uptimeSecs() {
        return Math.max(0, (int) (System.currentTimeMillis() / 1000) - launchTimeSecs());
    }

    @Override
    public int launchTimeSecs() {
        return submitted.launchTimeSecs();
    }

    @Override
    public void activate() {
        orders.setActive(true);
    }

    @Override
    public void deactivate() {
        orders.setActive(false);
    }

    /** A process that does not answer is ended without a wait. */
    @Override
    public void kill(Duration wait) {
        orders.kill(wait);
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return awaitThat(limit, TopologyStatus.ENDED);
    }

    @Override
    public boolean awaitStarted(Duration limit) throws InterruptedException {
        return awaitThat(limit, TopologyStatus.ACTIVE);
    }

    private boolean awaitThat(Duration limit, TopologyStatus wanted) throws InterruptedException {
        long beginNs = System.nanoTime();
        while (status().compareTo(wanted) < 0) {
            if (System.nanoTime() - beginNs >= limit.toNanos()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return true;
    }

    @Override
    public List<TaskOpening> openings() {
        return ask(RemoteTopology::openings, List.of());
    }

    /** Without a process, or while it starts, the next one has the numbers. */
    @Override
    public void rebalance(
            Map<String, Integer> executorCounts, Map<String, Object> confOverrides, Duration limit)
            throws InterruptedException {
        plan().withConf(confOverrides).withExecutors(executorCounts); // refuses what is wrong
        orders.rebalance(executorCounts, confOverrides, limit);
        keeper.refresh();
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        orders.setCredentials(credentials);
    }

    @Override
    public boolean isQuiet() {
        return ask(RemoteTopology::isQuiet, false);
    }

    @Override
    public TopologyMetrics metrics() {
        return ask(RemoteTopology::metrics, NO_METRICS);
    }

    /**
     * As of the last second: all who read get the same object, until its process has been looked at
     * again or was ordered something. Without a process, each time another.
     */
    @Override
    public RecentNumbers recent() {
        Seen seen = keeper.seen();
        RecentNumbers none = new RecentNumbers(NO_METRICS, Map.of(), NO_PLACEMENT);
        return seen == null ? none : ask(remote -> seen.numbers().get(), none);
    }

    @Override
    public PlacementReport placement() {
        return ask(RemoteTopology::placement, NO_PLACEMENT);
    }

    @Override
    public ParallelismReport parallelism() {
        return ask(RemoteTopology::parallelism, ParallelismReport.NONE);
    }

    /** Of all its processes, with why they ended; as of the last second, oldest first. */
    @Override
    public List<ErrorReport> errors() {
        List<ErrorReport> all = new ArrayList<>(keeper.errors().errors());
        Seen seen = keeper.seen();
        if (seen != null) {
            all.addAll(seen.errors());
        }
        return all;
    }

    /** Of all its processes; the ends of those that are gone under task -1. */
    @Override
    public Map<Integer, Long> errorCounts() {
        Map<Integer, Long> all = new HashMap<>(keeper.errors().counts());
        ask(RemoteTopology::errorCounts, Map.<Integer, Long>of())
                .forEach((task, count) -> all.merge(task, count, Long::sum));
        return all;
    }

    @Override
    public Optional<Health> health() {
        return Optional.of(
                health.look(
                        System.nanoTime(),
                        System.currentTimeMillis(),
                        status(),
                        crashes(),
                        recent().metrics(),
                        plan()));
    }

    /**
     * @throws IllegalStateException if its process is not there, or does not answer
     */
    @Override
    public void setDebug(String componentId, boolean enabled, double samplingPercent) {
        awaited("event logging").setDebug(componentId, enabled, samplingPercent);
        keeper.refresh();
    }

    /** Of the process that it has now; another one has none. Nothing without one. */
    @Override
    public Traces traces() {
        return new Traces() {
            @Override
            public void set(TraceSettings settings) {
                awaited("tracing").traces().set(settings);
            }

            @Override
            public void lease(TraceLease lease) {
                present("tracing").traces().lease(lease);
            }

            @Override
            public TraceReport report(TraceQuery query) {
                return ask(remote -> remote.traces().report(query), TraceReport.NONE);
            }
        };
    }

    /**
     * Hands over to a topology in standby, which is the one to run from then on; this one is over.
     *
     * @return how; null if no process ran it
     * @throws IllegalStateException if it could not be done
     */
    @Nullable HandedOver handOver(TopologyFolder successor, long drainMs) {
        return orders.handOver(successor, drainMs);
    }

    @Override
    public @Nullable String replaces() {
        return replaces;
    }

    @Override
    public Crashes crashes() {
        return keeper.crashes();
    }

    /** Whether it was told last that its spouts are to emit. */
    public boolean isActive() {
        return keeper.isActive();
    }

    /** Whether it was killed, replaced, or is over. */
    public boolean isEnding() {
        return keeper.isOver() || keeper.isReplaced() || keeper.isKilled();
    }

    /**
     * Has a service of its process do what it does. Its log is read here: it says why there is no
     * process.
     *
     * @throws IllegalStateException if its process is not there, or does not answer
     */
    @Override
    public JsonNode call(String service, @Nullable Object arguments, Duration limit) {
        if (service.equals(LogService.NAME)) {
            try {
                return Json.tree(
                        new LogService(id -> Optional.of(keeper.log()))
                                .answer(arguments == null ? null : Json.tree(arguments)));
            } catch (IOException e) {
                throw new IllegalStateException(
                        "the log of topology '%s' can't be read: %s".formatted(submitted.name(), e),
                        e);
            }
        }
        return present(service).process().call(service, arguments, limit);
    }

    /** As {@link #call}, of a process that is about to start, too. */
    public JsonNode order(String service, @Nullable Object arguments) {
        awaited(service);
        return call(service, arguments);
    }

    /** Its process, which may still have to start. */
    private RemoteTopology awaited(String what) {
        long beginNs = System.nanoTime();
        Optional<RemoteTopology> remote = keeper.remote();
        while (remote.isEmpty() && !isEnding() && System.nanoTime() - beginNs < START_LIMIT_NS) {
            keeper.wake();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS));
            remote = keeper.remote();
        }
        return present(what);
    }

    private RemoteTopology present(String what) {
        return keeper.remote()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "%s of topology '%s' is not possible: %s"
                                                .formatted(what, submitted.name(), absence())));
    }

    /** Returns the reason that no process answers. */
    private String absence() {
        if (keeper.isOver()) {
            return "it is over";
        }
        if (keeper.isReplaced()) {
            return "it was updated; ask the new version";
        }
        if (keeper.isKilled()) {
            return "it was killed, and ends";
        }
        return "its process is being started, or does not answer; try again";
    }

    private <T> T ask(Function<RemoteTopology, T> question, T otherwise) {
        Optional<RemoteTopology> remote = keeper.remote();
        if (remote.isEmpty()) {
            return otherwise;
        }
        try {
            return question.apply(remote.get());
        } catch (ProcessGoneException e) {
            keeper.wake();
        } catch (SilentProcessException e) {
            keeper.onSilence();
        } catch (ControlException e) {
            LOG.debug("topology {}: {}", submitted.name(), e.getMessage());
        }
        return otherwise;
    }
}
