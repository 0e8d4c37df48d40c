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
 * Wraps a user spout: it is opened when the gates open, and {@code nextTuple} is not called during
 * a pause, which is all that user code notices. A spout that emits from {@code ack} nevertheless,
 * as Trident's coordinator does, is deactivated for the pause. A spout that leaves is deactivated
 * when all its messages are acked, because Kafka's spout commits its offsets then. The executor's
 * thread calls the methods of ISpout; the thread {@code eyewall-smooth} calls the query methods.
 */
@SuppressWarnings("serial") // never serialized: created in the process that uses it
final class GatedSpout implements ISpout, ICredentialsListener, SpoutGates.PausableSpout {
    private final transient ISpout spout;
    private final transient SpoutGates gates;

    /** The messages emitted with an id and neither acked nor failed; any thread may emit. */
    private final AtomicLong pending = new AtomicLong();

    private final AtomicLong emitted = new AtomicLong();

    private volatile boolean calling;
    private volatile boolean activated;
    private boolean wanted; // whether Storm has activated it
    private boolean resting;
    private long emittedBeforeRest;

    GatedSpout(ISpout spout, SpoutGates gates) {
        this.spout = spout;
        this.gates = gates;
    }

    /** Returns whether the spout is drained; the caller has set the pause flag before. */
    @Override
    public boolean isDrained() {
        return !calling && pending.get() <= 0;
    }

    @Override
    public boolean isQuiet() {
        return isDrained() && (!gates.isLeaving() || !activated);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        gates.awaitOpen();
        gates.add(this);
        spout.open(conf, context, new SpoutOutputCollector(new Counted(collector)));
    }

    @Override
    public void nextTuple() {
        // Written before the flag is read, so that a thread that sets the flag and then reads false
        // here can rely on it.
        calling = true;
        try {
            if (gates.spoutsMustPause()) {
                keepQuiet();
            } else {
                work();
            }
        } finally {
            calling = false;
        }
    }

    private void work() {
        resting = false;
        if (wanted && !activated) {
            setActivated(true);
        }
        spout.nextTuple();
    }

    private void keepQuiet() {
        if (!resting) {
            resting = true;
            emittedBeforeRest = emitted.get();
        }
        boolean emits = emitted.get() != emittedBeforeRest;
        boolean done = gates.isLeaving() && pending.get() <= 0;
        if (activated && (emits || done)) {
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
        wanted = true;
        if (!gates.spoutsMustPause()) {
            setActivated(true);
        }
    }

    @Override
    public void deactivate() {
        wanted = false;
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
    private final class Counted implements ISpoutOutputCollector {
        private final ISpoutOutputCollector collector;

        Counted(ISpoutOutputCollector collector) {
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
