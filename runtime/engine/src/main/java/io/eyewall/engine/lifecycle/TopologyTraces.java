package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.emit.Tracing;
import io.eyewall.engine.trace.TraceBook;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.TraceSettings;
import io.eyewall.engine.trace.Traces;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Controls and reads the traces of a topology. Thread-safe. */
final class TopologyTraces implements Traces {
    private final TraceBook book;
    private volatile @Nullable ClassLoader loader;
    private final AtomicBoolean enabled = new AtomicBoolean();

    /**
     * @param loader class loader of the topology
     */
    TopologyTraces(TopologyPlan plan, Clock clock, ClassLoader loader) {
        this.book = new TraceBook(readSettings(plan), clock::nanoTime, clock::currentTimeMillis);
        this.loader = loader;
    }

    private static TraceSettings readSettings(TopologyPlan plan) {
        String where = "topology '" + plan.name() + "'";
        return new TraceSettings(
                ConfigKeys.intValue(ConfigKeys.TRACE_EVERY, plan.conf(), 0, where),
                ConfigKeys.intValue(ConfigKeys.TRACE_PER_SECOND, plan.conf(), 0, where));
    }

    TraceBook book() {
        return book;
    }

    /** Starts tracing if the topology's configuration requests it. */
    void start() {
        if (book.every() > 0) {
            enable();
        }
    }

    @Override
    public void set(TraceSettings settings) {
        book.set(settings);
        if (settings.every() > 0) {
            enable();
        }
    }

    @Override
    public void lease(TraceLease lease) {
        book.lease(lease);
        if (!lease.limit().isZero()) {
            enable();
        }
    }

    /**
     * Allows tuples to be traced. Called only after the book has accepted the settings or lease.
     */
    private void enable() {
        ClassLoader current = loader;
        if (current != null && enabled.compareAndSet(false, true)) {
            book.findScopes(current);
            Tracing.enable();
        }
    }

    /** Ends tracing. Finished traces stay readable, without the topology's classes. */
    void close() {
        book.close();
        loader = null;
    }

    @Override
    public TraceReport report(TraceQuery query) {
        return book.report(query);
    }
}
