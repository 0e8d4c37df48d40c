package io.eyewall.plugin.worker;

import java.util.Map;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;

/**
 * Wraps Storm's checkpoint spout, which makes bolts save their states. It is opened when the gates
 * open.
 *
 * <p>Stateful bolts ack their tuples when these are saved, so while other spouts are paused it
 * makes one checkpoint after another, whatever its interval. When it is told to pause itself, it
 * finishes the current checkpoint and makes a complete further one, so that the saved states are
 * complete and no transaction is half done. After the pause it tells all bolts to open their
 * states, which bolts with an open state ignore. Otherwise new bolts would fail the next
 * checkpoint, and all would be rolled back.
 *
 * <p>The executor's thread calls the methods of ISpout; the thread {@code eyewall-smooth} calls the
 * query methods.
 */
@SuppressWarnings("serial") // never serialized: created in the process that uses it
final class GatedCheckpoints implements ISpout, SpoutGates.PausableSpout {
    private final transient CheckpointSpout spout;
    private final transient SpoutGates gates;
    private final transient CheckpointProgress progress;

    private volatile boolean active;

    /** The number of the last pause in which it became quiet. */
    private volatile int quietInPause;

    private int finalCheckpointOf; // the pause in which it started that pause's final checkpoint
    private boolean hasPaused;

    GatedCheckpoints(CheckpointSpout spout, SpoutGates gates) {
        this.spout = spout;
        this.gates = gates;
        progress = new CheckpointProgress(spout);
    }

    /** Returns true: this spout works so that the others become drained. */
    @Override
    public boolean isDrained() {
        return true;
    }

    /** Returns whether it must pause and is quiet; an inactive spout is quiet at once. */
    @Override
    public boolean isQuiet() {
        return gates.checkpointsMustPause() && (quietInPause == gates.pauses() || !active);
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
        int pause = gates.pauses(); // read before the flags, or it could be a later pause's number
        if (gates.checkpointsMustPause()) {
            if (quietInPause != pause) {
                finishPause(pause);
            }
        } else if (gates.spoutsMustPause()) {
            checkpointRepeatedly();
        } else {
            continueWork();
        }
    }

    private void finishPause(int pause) {
        hasPaused = true;
        if (progress.isWaiting()) {
            return;
        }
        if (!progress.isBetween()) {
            spout.nextTuple();
        } else if (finalCheckpointOf != pause) {
            finalCheckpointOf = pause;
            checkpointRepeatedly();
        } else {
            quietInPause = pause;
        }
    }

    private void checkpointRepeatedly() {
        if (!progress.isWaiting()) {
            progress.makeDue();
            spout.nextTuple();
        }
    }

    private void continueWork() {
        if (hasPaused && progress.isBetween()) {
            // No checkpoint has started: the spout then only requests that states are opened.
            spout.fail(0L);
        }
        hasPaused = false;
        spout.nextTuple();
    }

    /**
     * Activates the spout; during a pause it starts nothing, because others may have seen it as
     * quiet.
     */
    @Override
    public void activate() {
        // Written before the flag is read, so that a thread that sets the flag and then reads false
        // here can rely on it.
        active = true;
        if (gates.checkpointsMustPause()) {
            hasPaused = true;
            quietInPause = gates.pauses();
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
