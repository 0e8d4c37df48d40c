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
 * Ends a topology: it fails or is killed, its executors are ordered to close, and when the last one
 * has closed, the finisher closes and releases everything else. Each step runs even if others throw
 * or the heap is exhausted, because callers wait for the last step. Thread-safe.
 */
final class TopologyEnd {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyEnd.class);

    /** Separate logger for failures, which callers that report failures themselves can turn off. */
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
        if (life.recordFailure(failure)) {
            report(failure);
        }
        // A later failure also gets here, because the first may have failed before for lack of
        // memory.
        if (life.prepareEnd()) {
            close();
        }
    }

    private void report(TopologyFailure failure) {
        try {
            log(failure);
            reports.addFailure(failure.componentId(), failure.taskId(), failure.cause());
        } catch (Throwable outOfMemory) {
            // The failure is recorded and ends the topology even without a report.
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
            closing.runAfter(wait.toNanos(), this::close);
        }
    }

    private void close() {
        if (!life.beginClosing()) {
            return;
        }
        if (registry.executors().isEmpty()) {
            submitFinalSteps();
            return;
        }
        try {
            closing.begin();
        } catch (Throwable outOfMemory) {
            life.onClosingFailed(); // so that a later failure closes again
            throw outOfMemory;
        }
    }

    /** Counts an executor as closed, and finishes after the last one. */
    void onClosed() {
        if (life.onClosed()) {
            submitFinalSteps();
        }
    }

    private void submitFinalSteps() {
        try {
            finisher.execute(this::runFinalSteps);
        } catch (OutOfMemoryError outOfMemory) {
            runFinalSteps(); // may block this thread, which is better than never ending
        }
    }

    private void runFinalSteps() {
        runStep("its timers", closing::end);
        runStep(
                "its executors",
                () -> cores.forEach(core -> core.removeTasklets(registry.executors())));
        runStep("its statistics", reports::close);
        runStep("its worker", resources::closeWorker);
        life.onEnded();
        resources.release();
        registry.clear();
        runStep("its engine", onOver);
        life.onOver();
    }

    private void runStep(String part, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            warn(part, e);
        }
    }

    private void warn(String part, Throwable thrown) {
        try {
            // User code may have thrown it, so printing may fail.
            String text = StackTraceText.of(thrown);
            LOG.warn("topology '{}': {} threw while the topology ended\n{}", name(), part, text);
        } catch (Throwable outOfMemory) {
            // Ending the topology matters more than the log line.
        }
    }

    private String name() {
        return registry.plan().name();
    }
}
