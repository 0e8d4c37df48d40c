package io.eyewall.engine.lifecycle;

import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.core.Core;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.storm.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a topology ends: it fails or is killed, its executors are told to close, and when the last
 * has closed the rest is closed and let go, on the finisher. Each step is done whatever becomes of
 * the others, an exhausted heap included: somebody waits for the last. Thread-safe.
 */
final class TopologyEnd {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyEnd.class);

    /** Of its own, for who tells why a topology failed in another way. */
    private static final Logger FAILURES = LoggerFactory.getLogger(TopologyFailure.class);

    private final TopologyLife life;
    private final ExecutorRegistry registry;
    private final TopologyReports reports;
    private final TopologyResources resources;
    private final List<Core> cores;
    private final Executor finisher;
    private final Runnable onOver;
    private final Closing closing;

    /**
     * @param finisher runs what may block
     * @param onOver run when everything has ended, before those are told who wait for it
     */
    TopologyEnd(
            TopologyLife life,
            ExecutorRegistry registry,
            TopologyReports reports,
            TopologyResources resources,
            List<Core> cores,
            Executor finisher,
            Runnable onOver) {
        this.life = life;
        this.registry = registry;
        this.reports = reports;
        this.resources = resources;
        this.cores = cores;
        this.finisher = finisher;
        this.onOver = onOver;
        this.closing = new Closing(registry, cores.get(0));
    }

    /** User code threw: the topology fails, unless it is closing anyway. */
    void fail(String componentId, int taskId, String call, Throwable cause) {
        if (life.isClosing()) {
            if (!Utils.exceptionCauseIsInstanceOf(InterruptedException.class, cause)) {
                LOG.warn("{} task {}: {} threw while closing", componentId, taskId, call, cause);
            }
            return;
        }
        TopologyFailure what = new TopologyFailure(name(), componentId, taskId, call, cause);
        if (life.fail(what)) {
            tell(what);
        }
        // Also by a later failure: the first may have found no memory to do it with.
        if (life.giveUp()) {
            close();
        }
    }

    private void tell(TopologyFailure what) {
        try {
            log(what);
            reports.failure(what.componentId(), what.taskId(), what.cause());
        } catch (Throwable noRoom) {
            // It is remembered, and ends the topology all the same.
        }
    }

    private static void log(TopologyFailure what) {
        try {
            FAILURES.error(what.describe(), what.cause());
        } catch (Throwable thrown) { // by the exception, which is user code: it can't be printed
            FAILURES.error("{}\n{}", what.describe(), StackTraceText.of(what.cause()));
        }
    }

    /** It has been killed: its executors are told to close, after a while. */
    void closeAfter(Duration wait) {
        if (wait.isZero() || wait.isNegative()) {
            close();
        } else {
            closing.after(wait.toNanos(), this::close);
        }
    }

    private void close() {
        if (!life.beginClosing()) {
            return;
        }
        if (registry.executors().isEmpty()) {
            finish();
            return;
        }
        try {
            closing.begin();
        } catch (Throwable noRoom) {
            life.closingFailed(); // it is tried again by whoever is told of this
            throw noRoom;
        }
    }

    /** An executor has closed. */
    void onClosed() {
        if (life.closed()) {
            finish();
        }
    }

    private void finish() {
        try {
            finisher.execute(this::end);
        } catch (OutOfMemoryError noRoom) {
            end(); // for another thread; it may block this one, which is better than never to end
        }
    }

    private void end() {
        attempt("its timers", closing::end);
        attempt("its executors", () -> cores.forEach(core -> core.disown(registry.executors())));
        attempt("its statistics", reports::close);
        attempt("its worker", resources::closeWorker);
        life.ended();
        resources.letGo();
        registry.clear();
        attempt("its engine", onOver);
        life.over();
    }

    private void attempt(String what, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            warn(what, e);
        }
    }

    private void warn(String what, Throwable thrown) {
        try {
            String text = StackTraceText.of(thrown); // by user code, which may not be printable
            LOG.warn("topology '{}': {} threw at its end\n{}", name(), what, text);
        } catch (Throwable noRoom) {
            // The end is what counts.
        }
    }

    private String name() {
        return registry.plan().name();
    }
}
