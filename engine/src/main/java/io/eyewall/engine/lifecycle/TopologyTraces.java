package io.eyewall.engine.lifecycle;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.executor.Tracing;
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

/** What is traced of a topology, as others change and read it. Thread-safe. */
final class TopologyTraces implements Traces {
    private final TraceBook book;
    private volatile @Nullable ClassLoader loader;
    private final AtomicBoolean used = new AtomicBoolean();

    /**
     * @param loader of the topology
     */
    TopologyTraces(TopologyPlan plan, Clock clock, ClassLoader loader) {
        this.book = new TraceBook(settings(plan), clock::nanoTime, clock::currentTimeMillis);
        this.loader = loader;
    }

    private static TraceSettings settings(TopologyPlan plan) {
        String where = "topology '" + plan.name() + "'";
        return new TraceSettings(
                ConfigKeys.intValue(ConfigKeys.TRACE_EVERY, plan.conf(), 0, where),
                ConfigKeys.intValue(ConfigKeys.TRACE_PER_SECOND, plan.conf(), 0, where));
    }

    TraceBook book() {
        return book;
    }

    /** The topology is about to start: it may be configured to be traced. */
    void start() {
        if (book.every() > 0) {
            use();
        }
    }

    @Override
    public void set(TraceSettings settings) {
        book.set(settings);
        if (settings.every() > 0) {
            use();
        }
    }

    @Override
    public void lease(TraceLease lease) {
        book.lease(lease);
        if (!lease.limit().isZero()) {
            use();
        }
    }

    /** After the book knows, so that what is loaded for it is not needed for a refused order. */
    private void use() {
        ClassLoader topologys = loader;
        if (topologys != null && used.compareAndSet(false, true)) {
            book.findScopes(topologys);
            Tracing.use();
        }
    }

    /** The topology has ended: what is kept can be read, without its classes. */
    void close() {
        book.close();
        loader = null;
    }

    @Override
    public TraceReport report(TraceQuery query) {
        return book.report(query);
    }
}
