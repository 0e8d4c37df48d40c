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
 * Hands the traces of topologies to an exporter of spans, each once, as soon as it has settled: a
 * thread that reads them once per second. What is traced is decided elsewhere ({@code
 * eyewall.trace.every}). An exporter that is slow or fails holds up nobody else; what it has not
 * taken by then is lost, and counted. Topologies may be of this process or of others. Thread-safe.
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

    /** When {@link #close} has waited long enough, by {@link System#nanoTime}; null before it. */
    private volatile @Nullable Long closeByNs;

    /** Of each topology, by its id. For one thread at a time: guarded by this. */
    private final Map<String, Followed> followers = new HashMap<>();

    /** A topology: what it is to OpenTelemetry, and how far it has been read. */
    private record Followed(Resource service, TraceFollower traces) {}

    private final AtomicLong exported = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();

    /**
     * @param topologies asked anew each time
     * @param exporter of OpenTelemetry's; is shut down with this
     * @param patience after which a trace is handed over that has not settled
     * @param limit how long an export may take
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
        this.thread = new SupervisedThread("eyewall-telemetry", this::round);
    }

    /** One that reads once per second from now on, waits a minute for traces, 10 s for exports. */
    public static TraceExporter start(
            Supplier<? extends List<? extends RunningTopology>> topologies, SpanExporter exporter) {
        TraceExporter started =
                new TraceExporter(
                        topologies, exporter, Duration.ofMinutes(1), Duration.ofSeconds(10));
        started.thread.start();
        return started;
    }

    private boolean round() throws InterruptedException {
        exportNow();
        return !stopping.await(PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    /** Hands over what has settled by now; waits until the exporter has it. */
    public synchronized void exportNow() {
        Set<String> there = new HashSet<>();
        for (RunningTopology topology : topologies.get()) {
            try {
                there.add(topology.plan().id());
                export(topology);
            } catch (RuntimeException e) { // another process may have ended
                LOG.debug("traces of {}", topology, e);
            }
        }
        followers.keySet().retainAll(there);
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
                hand(batch, traces);
                batch = new ArrayList<>();
                traces = 0;
            }
        }
        hand(batch, traces);
        lost.addAndGet(follower.missed() - missedBefore);
    }

    private Followed follow(RunningTopology topology) {
        return new Followed(
                TraceSpans.service(topology.plan().name()),
                new TraceFollower(topology.traces()::report, patience));
    }

    private void hand(List<SpanData> batch, int traces) {
        if (batch.isEmpty()) {
            return;
        }
        boolean taken = false;
        long waitMs = waitMs();
        if (waitMs > 0) {
            try {
                CompletableResultCode result = exporter.export(batch);
                taken = result.join(waitMs, TimeUnit.MILLISECONDS).isSuccess();
            } catch (RuntimeException e) {
                LOG.debug("{} spans", batch.size(), e);
            }
        }
        if (taken) {
            exported.addAndGet(traces);
        } else if (lost.getAndAdd(traces) == 0) {
            LOG.warn(
                    "telemetry: {} traces could not be exported; further ones are counted", traces);
        }
    }

    /** How long the next export may take: what there is room for before the end, at most. */
    private long waitMs() {
        Long end = closeByNs;
        return end == null
                ? limit.toMillis()
                : Math.min(
                        limit.toMillis(), TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    /** Traces that were handed over. */
    public long exported() {
        return exported.get();
    }

    /** Traces that the exporter did not take, or that were gone before they were read. */
    public long lost() {
        return lost.get();
    }

    /**
     * Hands over what has settled by now, then shuts the exporter down. Each may take as long as
     * one export, however many there would be to wait for: a collector that does not answer does
     * not hold up the end of a process. What is left then is lost.
     */
    @Override
    public void close() {
        closeByNs = System.nanoTime() + limit.toNanos();
        stopping.countDown();
        thread.stop();
        try {
            exportNow();
        } catch (RuntimeException e) { // the process whose topologies they are may have ended
            LOG.debug("the last traces", e);
        }
        exporter.shutdown().join(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (lost.get() > 0) {
            LOG.warn("telemetry: {} traces exported, {} lost", exported.get(), lost.get());
        }
    }
}
