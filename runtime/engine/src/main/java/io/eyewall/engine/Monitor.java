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
 * The periodic work of an engine on its monitor thread: once per second statistics, pinning and
 * automatic parallelism; four times per second pending rebalances and placement. Each job runs even
 * if others fail. Each topology's statistics run even if those of other topologies fail, because
 * they call the metrics and reporters that user code has registered.
 */
final class Monitor implements SupervisedThread.Work {
    /** Short, because a core that becomes full while another is idle should not wait long. */
    private static final long PLACEMENT_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final int PLACEMENTS_PER_SECOND = 4;

    private final List<TopologyRuntime> topologies;
    private final @Nullable Pinning pinning; // null: cores are not pinned
    private final AutoParallelism parallelism;
    private final LivePlacement placement;
    private int placementsInSecond;
    private final ThrottledFailureLog pinningFailures = new ThrottledFailureLog("pinning of cores");
    private final ThrottledFailureLog parallelismFailures =
            new ThrottledFailureLog("automatic parallelism");
    private final ThrottledFailureLog rebalanceFailures =
            new ThrottledFailureLog("pending rebalances");
    private final ThrottledFailureLog placementFailures = new ThrottledFailureLog("placement");

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
        LockSupport.parkNanos(this, PLACEMENT_INTERVAL_NS);
        placementsInSecond = (placementsInSecond + 1) % PLACEMENTS_PER_SECOND;
        if (placementsInSecond == 0) {
            runEverySecond();
        }
        topologies.forEach(each -> rebalanceFailures.runLogged(each::rebalanceIfWaiting));
        placementFailures.runLogged(() -> placement.evaluate(topologies));
        return true;
    }

    private void runEverySecond() {
        topologies.forEach(TopologyRuntime::feedMetrics);
        if (pinning != null) {
            pinningFailures.runLogged(pinning::updatePins);
        }
        parallelismFailures.runLogged(() -> parallelism.evaluate(topologies));
    }
}
