package io.eyewall.telemetry;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceFollower;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the traces of topologies to an exporter of spans, each once, as soon as it has settled. A
 * thread of its own reads them once per second. Which messages are traced is configured elsewhere
 * ({@code eyewall.trace.every}). An exporter that is slow or fails delays nothing else; traces that
 * it does not accept in time are lost, and counted. Topologies may be in this process or in others.
 * Thread-safe.
 */
public final class TraceExporter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TraceExporter.class);
    private static final long PERIOD_MS = 1000;
    private static final int SPANS_AT_ONCE = 512;

    private final Supplier<? extends List<? extends RunningTopology>> topologies;
    private final SpanExporter exporter;
    private final Duration patience;
    private final Duration limit;
    private final SupervisedThread thread;
    private final CountDownLatch stopping = new CountDownLatch(1);

    /**
     * The time by {@link System#nanoTime} at which {@link #close} stops waiting; null before it is
     * called.
     */
    private volatile @Nullable Long closeByNs;

    /** By topology id. For one thread at a time: guarded by this. */
    private final Map<String, Followed> followers = new HashMap<>();

    /**
     * A topology's OpenTelemetry resource, and the follower that remembers which traces were read.
     */
    private record Followed(Resource service, TraceFollower traces) {}

    private final AtomicLong exported = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();

    /**
     * Creates an exporter whose thread is not started.
     *
     * @param topologies called anew for each export
     * @param exporter OpenTelemetry's exporter; it is shut down with this object
     * @param patience time after which a trace that has not settled is exported
     * @param limit time that one export may take
     */
    public TraceExporter(
            Supplier<? extends List<? extends RunningTopology>> topologies,
            SpanExporter exporter,
            Duration patience,
            Duration limit) {
        this.topologies = topologies;
        this.exporter = exporter;
        this.patience = patience;
        this.limit = limit;
        this.thread = new SupervisedThread("eyewall-telemetry", this::exportAndWait);
    }

    /**
     * Creates and starts an exporter that reads once per second, waits a minute for traces to
     * settle, and 10 s for exports.
     */
    public static TraceExporter start(
            Supplier<? extends List<? extends RunningTopology>> topologies, SpanExporter exporter) {
        TraceExporter started =
                new TraceExporter(
                        topologies, exporter, Duration.ofMinutes(1), Duration.ofSeconds(10));
        started.thread.start();
        return started;
    }

    private boolean exportAndWait() throws InterruptedException {
        exportNow();
        return !stopping.await(PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    /** Exports the traces that have settled by now; waits until the exporter has accepted them. */
    public synchronized void exportNow() {
        Set<String> present = new HashSet<>();
        for (RunningTopology topology : topologies.get()) {
            try {
                present.add(topology.plan().id());
                export(topology);
            } catch (RuntimeException e) { // another process may have ended
                LOG.debug("cannot read the traces of {}", topology, e);
            }
        }
        followers.keySet().retainAll(present);
    }

    private void export(RunningTopology topology) {
        Followed followed = followers.computeIfAbsent(topology.plan().id(), id -> follow(topology));
        TraceFollower follower = followed.traces();
        long missedBefore = follower.missed();
        long nowMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        List<SpanData> batch = new ArrayList<>();
        int traces = 0;
        for (Trace trace : follower.poll(nowMicros)) {
            batch.addAll(TraceSpans.of(followed.service(), trace));
            traces++;
            if (batch.size() >= SPANS_AT_ONCE) {
                send(batch, traces);
                batch = new ArrayList<>();
                traces = 0;
            }
        }
        send(batch, traces);
        lost.addAndGet(follower.missed() - missedBefore);
    }

    private Followed follow(RunningTopology topology) {
        return new Followed(
                TraceSpans.service(topology.plan().name()),
                new TraceFollower(topology.traces()::report, patience));
    }

    private void send(List<SpanData> batch, int traces) {
        if (batch.isEmpty()) {
            return;
        }
        boolean accepted = false;
        long waitMs = waitMs();
        if (waitMs > 0) {
            try {
                CompletableResultCode result = exporter.export(batch);
                accepted = result.join(waitMs, TimeUnit.MILLISECONDS).isSuccess();
            } catch (RuntimeException e) {
                LOG.debug("cannot export {} spans", batch.size(), e);
            }
        }
        if (accepted) {
            exported.addAndGet(traces);
        } else if (lost.getAndAdd(traces) == 0) {
            LOG.warn(
                    "telemetry: {} traces could not be exported; further ones are counted", traces);
        }
    }

    /**
     * Returns how long the next export may take: the limit, or the time that is left before the
     * end.
     */
    private long waitMs() {
        Long end = closeByNs;
        return end == null
                ? limit.toMillis()
                : Math.min(
                        limit.toMillis(), TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    /** Returns the number of traces that were exported. */
    public long exported() {
        return exported.get();
    }

    /**
     * Returns the number of traces that the exporter did not accept, or that were gone before they
     * were read.
     */
    public long lost() {
        return lost.get();
    }

    /**
     * Exports the traces that have settled by now, then shuts the exporter down. Each step takes at
     * most as long as one export, however many traces there are: a collector that does not answer
     * does not delay the end of a process. Traces that are left then are lost.
     */
    @Override
    public void close() {
        closeByNs = System.nanoTime() + limit.toNanos();
        stopping.countDown();
        thread.stop();
        try {
            exportNow();
        } catch (RuntimeException e) { // the process of the topologies may have ended
            LOG.debug("cannot export the last traces", e);
        }
        exporter.shutdown().join(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (lost.get() > 0) {
            LOG.warn("telemetry: {} traces exported, {} lost", exported.get(), lost.get());
        }
    }
}
