package io.eyewall.engine;

import io.eyewall.engine.adaptation.AutoParallelism;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.processor.Pinning;
import io.eyewall.engine.thread.SupervisedThread;
import io.eyewall.engine.thread.ThrottledFailureLog;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The periodic work of an engine on its monitor thread: every second statistics, pinning and
 * automatic parallelism, and placement more often. Each job runs even if others fail, and each
 * topology's statistics even if those of other topologies fail: they call user code, in the metrics
 * and reporters that user code registers.
 */
final class Monitor implements SupervisedThread.Work {
    /** Short, because a core that becomes full while another is idle should not wait long. */
    private static final long PLACEMENT_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final int PLACEMENTS_PER_PERIOD = 4;

    private final List<TopologyRuntime> topologies;
    private final @Nullable Pinning pinning; // null: cores are not pinned
    private final AutoParallelism parallelism;
    private final LivePlacement placement;
    private int placements;
    private final ThrottledFailureLog pinningAttempts = new ThrottledFailureLog("pinning of cores");
    private final ThrottledFailureLog parallelismAttempts =
            new ThrottledFailureLog("automatic parallelism");
    private final ThrottledFailureLog waitingAttempts =
            new ThrottledFailureLog("pending rebalances");
    private final ThrottledFailureLog placementAttempts = new ThrottledFailureLog("placement");

    /**
     * @param topologies live view of the topologies that are not over
     * @param pinning null if cores are not pinned
     */
    Monitor(
            List<TopologyRuntime> topologies,
            @Nullable Pinning pinning,
            AutoParallelism parallelism,
            LivePlacement placement) {
        this.topologies = topologies;
        this.pinning = pinning;
        this.parallelism = parallelism;
        this.placement = placement;
    }

    @Override
    public boolean round() {
        LockSupport.parkNanos(this, PLACEMENT_NS);
        placements = (placements + 1) % PLACEMENTS_PER_PERIOD;
        if (placements == 0) {
            runEverySecond();
        }
        topologies.forEach(each -> waitingAttempts.run(each::rebalanceIfWaiting));
        placementAttempts.run(() -> placement.evaluate(topologies));
        return true;
    }

    private void runEverySecond() {
        topologies.forEach(TopologyRuntime::feedMetrics);
        if (pinning != null) {
            pinningAttempts.run(pinning::update);
        }
        parallelismAttempts.run(() -> parallelism.evaluate(topologies));
    }
}
