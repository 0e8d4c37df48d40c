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
 * Ends a topology: it fails or is killed, its executors are told to close, and when the last one
 * has closed, the finisher closes and releases everything else. Each step runs even if others
 * throw, also with an exhausted heap, because callers wait for the last step. Thread-safe.
 */
final class TopologyEnd {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyEnd.class);

    /** Separate logger for topology failures, so that callers that report them can turn it off. */
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
     * @param finisher runs steps that may block
     * @param onOver runs when everything has ended, before threads that wait for the end continue
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

    /** Fails the topology because user code threw, unless the topology is closing already. */
    void fail(String componentId, int taskId, String call, Throwable cause) {
        if (life.isClosing()) {
            if (!Utils.exceptionCauseIsInstanceOf(InterruptedException.class, cause)) {
                String thrower =
                        new TopologyFailure(name(), componentId, taskId, call, cause).thrower();
                LOG.warn("topology '{}': {}, while closing", name(), thrower, cause);
            }
            return;
        }
        TopologyFailure failure = new TopologyFailure(name(), componentId, taskId, call, cause);
        if (life.fail(failure)) {
            report(failure);
        }
        // Also after a later failure: the first one may have had too little memory to get here.
        if (life.giveUp()) {
            close();
        }
    }

    private void report(TopologyFailure failure) {
        try {
            log(failure);
            reports.failure(failure.componentId(), failure.taskId(), failure.cause());
        } catch (Throwable outOfMemory) {
            // The failure is recorded and ends the topology nevertheless.
        }
    }

    private static void log(TopologyFailure failure) {
        try {
            FAILURES.error(failure.describe(), failure.cause());
        } catch (Throwable thrown) { // the exception is user code: printing it may throw
            FAILURES.error("{}\n{}", failure.describe(), StackTraceText.of(failure.cause()));
        }
    }

    /** Closes the executors of a killed topology after a delay. */
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
        } catch (Throwable outOfMemory) {
            life.closingFailed(); // whoever receives the error below tries again
            throw outOfMemory;
        }
    }

    /** Counts an executor as closed, and finishes after the last one. */
    void onClosed() {
        if (life.closed()) {
            finish();
        }
    }

    private void finish() {
        try {
            finisher.execute(this::end);
        } catch (OutOfMemoryError outOfMemory) {
            end(); // on this thread, which it may block; that is better than never to end
        }
    }

    private void end() {
        attempt("its timers", closing::end);
        attempt(
                "its executors",
                () -> cores.forEach(core -> core.removeTasklets(registry.executors())));
        attempt("its statistics", reports::close);
        attempt("its worker", resources::closeWorker);
        life.ended();
        resources.release();
        registry.clear();
        attempt("its engine", onOver);
        life.over();
    }

    private void attempt(String part, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            warn(part, e);
        }
    }

    private void warn(String part, Throwable thrown) {
        try {
            String text = StackTraceText.of(thrown); // user code's, may be impossible to print
            LOG.warn("topology '{}': {} threw while the topology ended\n{}", name(), part, text);
        } catch (Throwable outOfMemory) {
            // Ending the topology matters more than the log line.
        }
    }

    private String name() {
        return registry.plan().name();
    }
}
