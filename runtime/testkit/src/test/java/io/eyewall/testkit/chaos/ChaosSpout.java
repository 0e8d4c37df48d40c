package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;

/** Emits a number of messages and replays each until it is acked. */
@NullUnmarked // fields are set by open
final class ChaosSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    /** The streams that components emit to. */
    static final List<String> STREAMS = List.of("default", "side");

    static final Fields FIELDS = new Fields("attempts", "key", "budget", "sequence");

    private final Shared<Ledger> shared;
    private final long seed;
    private final int messages;
    private final int budget;
    private final boolean mayEmitElsewhere;

    private transient Ledger ledger;
    private transient SplittableRandom random;
    private transient SpoutOutputCollector collector;
    private transient Queue<Attempt> replays;
    private transient int task;
    private transient int number;
    private transient boolean active;

    /**
     * @param messages number of messages of each task
     * @param budget greatest number of hops of a message's tuples
     * @param mayEmitElsewhere whether some messages are emitted by a user thread
     */
    ChaosSpout(
            Shared<Ledger> shared, long seed, int messages, int budget, boolean mayEmitElsewhere) {
        this.shared = shared;
        this.seed = seed;
        this.messages = messages;
        this.budget = budget;
        this.mayEmitElsewhere = mayEmitElsewhere;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        ledger = shared.get();
        task = context.getThisTaskId();
        random = new SplittableRandom(seed ^ (31L * task));
        collector = output;
        replays = new ArrayDeque<>();
    }

    @Override
    public void activate() {
        active = true;
    }

    @Override
    public void deactivate() {
        active = false;
    }

    @Override
    public void nextTuple() {
        ledger.check(active, "spout task " + task + ": nextTuple while it is not active");
        int burst = ledger.isCalm() ? 1 : random.nextInt(4);
        for (int i = 0; i < burst; i++) {
            Attempt next = next();
            if (next == null) {
                return;
            }
            if (mayEmitElsewhere && !ledger.isCalm() && random.nextInt(12) == 0) {
                ledger.did("spout emits on another thread");
                String stream = stream();
                int key = random.nextInt();
                ledger.begin(next);
                ledger.onForeignThread(() -> emit(next, stream, key, 0));
            } else {
                ledger.begin(next);
                emit(next, stream(), random.nextInt(), ledger.nextSequence(task));
            }
        }
        if (!ledger.isCalm() && random.nextInt(10) == 0) {
            ledger.did("untracked message");
            Values values = new Values(List.of(), 0, budget, ledger.nextSequence(task));
            ledger.sent(List.of(), collector.emit(stream(), values).size());
        }
    }

    private Attempt next() {
        if (!replays.isEmpty() && (number == messages || random.nextBoolean())) {
            return replays.poll();
        }
        return number == messages ? null : new Attempt(task, ++number, 1);
    }

    private String stream() {
        return STREAMS.get(random.nextInt(STREAMS.size()));
    }

    private void emit(Attempt attempt, String stream, int key, long sequence) {
        Values values = new Values(List.of(attempt), key, budget, sequence);
        ledger.emitted(attempt, collector.emit(stream, values, attempt).size());
    }

    @Override
    public void ack(Object id) {
        ledger.acked((Attempt) id);
    }

    @Override
    public void fail(Object id) {
        ledger.failed((Attempt) id);
        ledger.did("replay");
        replays.add(((Attempt) id).next());
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        STREAMS.forEach(stream -> declarer.declareStream(stream, FIELDS));
    }
}
