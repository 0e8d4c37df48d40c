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
 * A user's spout, that is opened when the gates are, and isn't asked for tuples while it has to
 * rest. For the user's code a rest is a time in which {@code nextTuple} isn't called; a spout that
 * emits from {@code ack} all the same (Trident's coordinator does) is deactivated for it, and one
 * that leaves when all is acked, as Kafka's commits its offsets then. Methods of ISpout are called
 * by the executor's thread; questions come from {@code eyewall-smooth}.
 */
@SuppressWarnings("serial") // made anew where it is used
final class GatedSpout implements ISpout, ICredentialsListener, Gates.Resting {
    private final transient ISpout spout;
    private final transient Gates gates;

    /** Emitted with a message id, and neither acked nor failed; any thread may emit. */
    private final AtomicLong pending = new AtomicLong();

    private final AtomicLong emitted = new AtomicLong();

    private volatile boolean calling;
    private volatile boolean activated;
    private boolean wanted; // whether Storm has it activated
    private boolean resting;
    private long emittedBeforeRest;

    GatedSpout(ISpout spout, Gates gates) {
        this.spout = spout;
        this.gates = gates;
    }

    /** The flag to rest was written before this reads. */
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
        calling = true; // before the flag is read: who sets it and then finds false here is right
        try {
            if (gates.spoutsRest()) {
                rest();
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

    private void rest() {
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
        if (!gates.spoutsRest()) {
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

    /** Counts what is emitted with a message id, before Storm can ack it. */
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
