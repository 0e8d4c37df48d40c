package io.eyewall.engine.spout;

import java.util.Map;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Time;

/**
 * Stands in for a spout whose {@code nextTuple} begins or ends with a sleep, while the core calls
 * it. Its {@code nextTuple} does not sleep; the core waits instead, and needs no thread for that.
 * For the thread that runs the task's user code.
 */
final class SleepingSpout implements ISpout {
    private final SpoutTask task;
    private final ISpout spout;
    private final SleeplessCall call;

    /** The sleep that the last call requested, until {@link #takeRequestedSleepNs}. */
    private SleeplessCall.Sleep requestedSleep = SleeplessCall.Sleep.NONE;

    SleepingSpout(SpoutTask task, ISpout spout, SleeplessCall call) {
        this.task = task;
        this.spout = spout;
        this.call = call;
    }

    @Override
    public void nextTuple() {
        SpoutSleep sleep = ((SpoutExecutor) task.executor()).sleep();
        if (sleep.isPossible() && !Time.isSimulating()) {
            requestedSleep = call.call(sleep.end());
        } else {
            spout.nextTuple();
        }
    }

    /** Returns the sleep that the last call requested, unless it has been taken. */
    SleeplessCall.Sleep requestedSleep() {
        return requestedSleep;
    }

    /** Removes the request for a sleep, and returns the requested nanoseconds. */
    long takeRequestedSleepNs() {
        requestedSleep = SleeplessCall.Sleep.NONE;
        return call.sleepNs();
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        spout.open(conf, context, collector);
    }

    @Override
    public void close() {
        spout.close();
    }

    @Override
    public void activate() {
        spout.activate();
    }

    @Override
    public void deactivate() {
        spout.deactivate();
    }

    @Override
    public void ack(Object messageId) {
        spout.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        spout.fail(messageId);
    }
}
