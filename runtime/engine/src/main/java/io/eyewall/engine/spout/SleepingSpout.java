package io.eyewall.engine.spout;

import java.util.Map;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Time;

/**
 * Takes the place of a spout whose {@code nextTuple} begins or ends with a sleep, where the core
 * calls it: the core waits instead of the method, and needs no thread for that. For the thread that
 * runs the task's user code.
 */
final class SleepingSpout implements ISpout {
    private final SpoutTask task;
    private final ISpout spout;
    private final SleeplessCall call;

    /** The sleep that the last call has asked for; its caller has not taken notice yet. */
    private SleeplessCall.Sleep requested = SleeplessCall.Sleep.NONE;

    SleepingSpout(SpoutTask task, ISpout spout, SleeplessCall call) {
        this.task = task;
        this.spout = spout;
        this.call = call;
    }

    @Override
    public void nextTuple() {
        SpoutSleep sleep = ((SpoutExecutor) task.executor()).sleep();
        if (sleep.isPossible() && !Time.isSimulating()) {
            requested = call.call(sleep.end());
        } else {
            spout.nextTuple();
        }
    }

    /** Returns the sleep that the last call has asked for, unless it has been taken. */
    SleeplessCall.Sleep requested() {
        return requested;
    }

    /** Takes the sleep that the last call has asked for; returns its nanoseconds. */
    long takeRequest() {
        requested = SleeplessCall.Sleep.NONE;
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
