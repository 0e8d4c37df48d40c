package io.eyewall.plugin.worker;

import java.util.Map;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;

/**
 * Wraps Storm's checkpoint spout, which makes bolts save their states. The wrapper opens that spout
 * when the gates open.
 *
 * <p>Stateful bolts ack tuples only when their states are saved. While the other spouts are paused,
 * the checkpoint spout therefore makes one checkpoint after another, whatever its interval. When it
 * must pause, too, it finishes the current checkpoint and makes one more, so that the saved states
 * are complete and no transaction is half done. After the pause it requests that all bolts open
 * their states; bolts with an open state ignore this. Otherwise new bolts would fail the next
 * checkpoint, and all bolts would be rolled back.
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

    /** The number of the last pause in which this spout became quiet. */
    private volatile int quietInPause;

    /** The number of the last pause in which this spout started the pause's final checkpoint. */
    private int finalCheckpointInPause;

    private boolean hasPaused;

    GatedCheckpoints(CheckpointSpout spout, SpoutGates gates) {
        this.spout = spout;
        this.gates = gates;
        progress = new CheckpointProgress(spout);
    }

    /** Returns true, because this spout works so that the other spouts become drained. */
    @Override
    public boolean isDrained() {
        return true;
    }

    /**
     * Returns whether the spout must pause and is quiet; an inactive spout is quiet immediately.
     */
    @Override
    public boolean isQuiet() {
        return gates.checkpointsMustPause() && (quietInPause == gates.pauseCount() || !active);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        gates.awaitOpen();
        gates.addSpout(this);
        spout.open(conf, context, collector);
    }

    @Override
    public void nextTuple() {
        int pause =
                gates.pauseCount(); // read before the flags, else it may belong to a later pause
        if (gates.checkpointsMustPause()) {
            if (quietInPause != pause) {
                becomeQuiet(pause);
            }
        } else if (gates.spoutsMustPause()) {
            checkpointRepeatedly();
        } else {
            resume();
        }
    }

    private void becomeQuiet(int pause) {
        hasPaused = true;
        if (progress.isAwaitingAck()) {
            return;
        }
        if (!progress.isBetweenCheckpoints()) {
            spout.nextTuple();
        } else if (finalCheckpointInPause != pause) {
            finalCheckpointInPause = pause;
            checkpointRepeatedly();
        } else {
            quietInPause = pause;
        }
    }

    private void checkpointRepeatedly() {
        if (!progress.isAwaitingAck()) {
            progress.makeCheckpointDue();
            spout.nextTuple();
        }
    }

    private void resume() {
        if (hasPaused && progress.isBetweenCheckpoints()) {
            // No checkpoint is in progress, so a failure only makes the spout request that states
            // are opened.
            spout.fail(0L);
        }
        hasPaused = false;
        spout.nextTuple();
    }

    /**
     * Activates the spout. During a pause the spout starts nothing, because other workers may have
     * read that it is quiet.
     */
    @Override
    public void activate() {
        // Written before the pause flag is read: if a thread sets that flag and then reads false
        // here, this method will read that the flag is set.
        active = true;
        if (gates.checkpointsMustPause()) {
            hasPaused = true;
            quietInPause = gates.pauseCount();
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
