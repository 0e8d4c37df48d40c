package io.eyewall.plugin.worker;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a user spout, which is opened when the gates open. During a pause its {@code nextTuple} is
 * not called; user code notices nothing else. A spout that still emits, from {@code ack}, as
 * Trident's coordinator does, is deactivated for the pause. The spout of a leaving worker is
 * deactivated when all its messages are acked or failed, because Kafka's spout then commits its
 * offsets. The executor's thread calls the methods of ISpout; the thread {@code eyewall-smooth}
 * calls the query methods.
 */
@SuppressWarnings("serial") // never serialized: created in the process that uses it
final class GatedSpout implements ISpout, ICredentialsListener, SpoutGates.PausableSpout {
    private final transient ISpout spout;
    private final transient SpoutGates gates;

    /** The messages emitted with an id and neither acked nor failed; any thread may emit. */
    private final AtomicLong pending = new AtomicLong();

    /** The number of tuples emitted, with or without an id. */
    private final AtomicLong emitted = new AtomicLong();

    private volatile boolean inNextTuple;
    private volatile boolean activated; // whether the user spout is active
    private boolean activeInStorm; // whether Storm wants the spout to be active
    private boolean pauseNoticed; // whether nextTuple was called in this pause
    private long emittedBeforePause;

    GatedSpout(ISpout spout, SpoutGates gates) {
        this.spout = spout;
        this.gates = gates;
    }

    /**
     * Returns whether no message is pending and no {@code nextTuple} is running. The caller must
     * have set the pause flag before.
     */
    @Override
    public boolean isDrained() {
        return !inNextTuple && pending.get() <= 0;
    }

    @Override
    public boolean isQuiet() {
        return isDrained() && (!gates.isLeaving() || !activated);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        gates.awaitOpen();
        gates.addSpout(this);
        spout.open(conf, context, new SpoutOutputCollector(new CountingCollector(collector)));
    }

    @Override
    public void nextTuple() {
        // Written before the pause flag is read: if a thread sets that flag and then reads false
        // here, every running or later call of this method reads that the flag is set.
        inNextTuple = true;
        try {
            if (gates.spoutsMustPause()) {
                deactivateIfNeeded();
            } else {
                callNextTuple();
            }
        } finally {
            inNextTuple = false;
        }
    }

    private void callNextTuple() {
        pauseNoticed = false;
        if (activeInStorm && !activated) {
            setActivated(true);
        }
        spout.nextTuple();
    }

    /** Deactivates the spout in a pause if it emits nevertheless, or has finished and leaves. */
    private void deactivateIfNeeded() {
        if (!pauseNoticed) {
            pauseNoticed = true;
            emittedBeforePause = emitted.get();
        }
        boolean emitsInPause = emitted.get() != emittedBeforePause;
        boolean finished = gates.isLeaving() && pending.get() <= 0;
        if (activated && (emitsInPause || finished)) {
            setActivated(false);
        }
    }

    private void setActivated(boolean on) {
        if (on) {
            spout.activate();
        } else {
            spout.deactivate();
        }
        activated = on;
    }

    @Override
    public void activate() {
        activeInStorm = true;
        if (!gates.spoutsMustPause()) {
            setActivated(true);
        }
    }

    @Override
    public void deactivate() {
        activeInStorm = false;
        if (activated) {
            setActivated(false);
        }
    }

    @Override
    public void ack(Object messageId) {
        try {
            spout.ack(messageId);
        } finally {
            pending.decrementAndGet();
        }
    }

    @Override
    public void fail(Object messageId) {
        try {
            spout.fail(messageId);
        } finally {
            pending.decrementAndGet();
        }
    }

    @Override
    public void close() {
        spout.close();
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        if (spout instanceof ICredentialsListener listener) {
            listener.setCredentials(credentials);
        }
    }

    /** Counts messages emitted with an id, before Storm can ack them. */
    private final class CountingCollector implements ISpoutOutputCollector {
        private final ISpoutOutputCollector collector;

        CountingCollector(ISpoutOutputCollector collector) {
            this.collector = collector;
        }

        private void count(@Nullable Object messageId) {
            emitted.incrementAndGet();
            if (messageId != null) {
                pending.incrementAndGet();
            }
        }

        @Override
        public List<Integer> emit(String stream, List<Object> tuple, @Nullable Object messageId) {
            count(messageId);
            return collector.emit(stream, tuple, messageId);
        }

        @Override
        public void emitDirect(
                int task, String stream, List<Object> tuple, @Nullable Object messageId) {
            count(messageId);
            collector.emitDirect(task, stream, tuple, messageId);
        }

        @Override
        public long getPendingCount() {
            return collector.getPendingCount();
        }

        @Override
        public void flush() {
            collector.flush();
        }

        @Override
        public void reportError(Throwable error) {
            collector.reportError(error);
        }
    }
}
