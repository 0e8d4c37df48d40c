package io.eyewall.plugin.worker;

import java.util.Map;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;

/**
 * Storm's checkpoint spout, which has states saved by bolts. It is opened when the gates are.
 *
 * <p>Bolts with state ack their tuples when these are saved, so while other spouts rest it makes
 * one checkpoint after another, whatever its interval. Told to rest itself, it ends the one that it
 * is in and makes another one from beginning to end: what bolts are opened with then is all that
 * there was, and no transaction is half done. Afterwards it tells all bolts to open their states,
 * which those that have one ignore; else new ones would fail the next checkpoint, and all would be
 * rolled back.
 *
 * <p>Methods of ISpout are called by the executor's thread; questions come from {@code
 * eyewall-smooth}.
 */
@SuppressWarnings("serial") // made anew where it is used
final class GatedCheckpoints implements ISpout, Gates.Resting {
    private final transient CheckpointSpout spout;
    private final transient Gates gates;
    private final transient CheckpointProgress progress;

    private volatile boolean active;

    /** The number of the last rest that it has come to. */
    private volatile int rested;

    private int begun; // in which rest it has begun the last checkpoint of one
    private boolean hasRested;

    GatedCheckpoints(CheckpointSpout spout, Gates gates) {
        this.spout = spout;
        this.gates = gates;
        progress = new CheckpointProgress(spout);
    }

    /** Others are drained by its work. */
    @Override
    public boolean isDrained() {
        return true;
    }

    /** One of a deactivated topology does nothing. */
    @Override
    public boolean isQuiet() {
        return gates.checkpointsRest() && (rested == gates.rests() || !active);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        gates.awaitOpen();
        gates.add(this);
        spout.open(conf, context, collector);
    }

    @Override
    public void nextTuple() {
        int rest = gates.rests(); // before the flags: of a later rest it would be the wrong one
        if (gates.checkpointsRest()) {
            if (rested != rest) {
                end(rest);
            }
        } else if (gates.spoutsRest()) {
            hurry();
        } else {
            work();
        }
    }

    private void end(int rest) {
        hasRested = true;
        if (progress.isWaiting()) {
            return;
        }
        if (!progress.isBetween()) {
            spout.nextTuple();
        } else if (begun != rest) {
            begun = rest;
            hurry();
        } else {
            rested = rest;
        }
    }

    private void hurry() {
        if (!progress.isWaiting()) {
            progress.makeDue();
            spout.nextTuple();
        }
    }

    private void work() {
        if (hasRested && progress.isBetween()) {
            spout.fail(
                    0L); // with no checkpoint begun, that has it only ask for states to be opened
        }
        hasRested = false;
        spout.nextTuple();
    }

    /** While all rest it begins nothing: it may have been taken for quiet. */
    @Override
    public void activate() {
        active = true; // before the flag is read: who sets that and then finds false here is right
        if (gates.checkpointsRest()) {
            hasRested = true;
            rested = gates.rests();
        }
        spout.activate();
    }

    @Override
    public void deactivate() {
        spout.deactivate();
        active = false;
    }

    @Override
    public void ack(Object messageId) {
        spout.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        spout.fail(messageId);
    }

    @Override
    public void close() {
        spout.close();
    }
}
