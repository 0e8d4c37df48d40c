package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.NullUnmarked;

/**
 * Does with tuples what bolts do, and what they should not do: relays, joins, holds back, fails,
 * drops, throws and catches, acks twice, and hands tuples to other threads. It behaves well once
 * the run has calmed down, and with messages that have been replayed often enough.
 */
@NullUnmarked // fields are set by prepare
final class ChaosBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    /** A stream of direct emits, and one that leads back to earlier components. */
    static final String DIRECT = "direct";

    static final String BACK = "back";

    private static final int PATIENCE = 4;
    private static final int MAX_TUPLES = 20_000;

    private final Shared<Ledger> shared;
    private final ChaosDice dice;
    private final List<String> directTargets;

    private transient Ledger ledger;
    private transient SplittableRandom random;
    private transient OutputCollector collector;
    private transient TopologyContext context;
    private transient Deque<Tuple> held;
    private transient int task;

    /**
     * @param shared the ledger of the run
     * @param dice how the bolt misbehaves
     * @param directTargets components that subscribe to {@link #DIRECT}
     */
    ChaosBolt(Shared<Ledger> shared, ChaosDice dice, List<String> directTargets) {
        this.shared = shared;
        this.dice = dice;
        this.directTargets = directTargets;
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext taskContext, OutputCollector output) {
        ledger = shared.get();
        context = taskContext;
        task = context.getThisTaskId();
        random = new SplittableRandom(dice.seed() ^ (31L * task));
        collector = output;
        held = new ArrayDeque<>();
    }

    @SuppressWarnings("unchecked") // as ChaosSpout sends it
    static List<Attempt> attempts(Tuple tuple) {
        return (List<Attempt>) tuple.getValueByField("attempts");
    }

    @Override
    public void execute(Tuple tuple) {
        while (!held.isEmpty() && (ledger.isCalm() || random.nextBoolean())) {
            ack(held.poll());
        }
        if (TupleUtils.isTick(tuple)) {
            return;
        }
        ledger.received(tuple.getSourceTask() + ">" + task, tuple.getLongByField("sequence"));
        boolean tolerant =
                ledger.isCalm() || attempts(tuple).stream().anyMatch(a -> a.attempt() >= PATIENCE);
        if (tolerant || random.nextInt(100) >= dice.mischief()) {
            relay(List.of(tuple), tuple.getIntegerByField("budget"));
            ack(tuple);
        } else {
            misbehave(tuple);
        }
    }

    private void misbehave(Tuple tuple) {
        int budget = tuple.getIntegerByField("budget");
        switch (random.nextInt(dice.slow() ? 10 : 9)) {
            case 0 -> {
                ledger.did("fail");
                relay(List.of(tuple), budget);
                fail(tuple);
            }
            case 1 -> {
                ledger.did("exception");
                try {
                    relay(List.of(tuple), budget);
                    throw new IllegalStateException("chaos");
                } catch (IllegalStateException e) {
                    fail(tuple);
                }
            }
            case 2 -> {
                ledger.did("drop");
                relay(List.of(tuple), budget);
            }
            case 3 -> {
                ledger.did("hold");
                held.add(tuple);
                collector.resetTimeout(tuple);
            }
            case 4 -> {
                ledger.did("join");
                List<Tuple> anchors = new ArrayList<>(held);
                anchors.add(tuple);
                relay(anchors, budget);
                held.add(tuple);
            }
            case 5 -> {
                ledger.did("ack twice");
                ack(tuple);
                collector.ack(tuple);
            }
            case 6 -> {
                ledger.did("fail after ack");
                ack(tuple);
                collector.fail(tuple);
            }
            case 7 -> {
                ledger.did("unanchored");
                relay(List.of(), budget);
                ack(tuple);
            }
            case 8 -> {
                ledger.did("another thread");
                long draw = random.nextLong();
                ledger.onForeignThread(() -> relayElsewhere(tuple, budget, draw));
            }
            default -> {
                ledger.did("slow");
                dice.doze(random);
                relay(List.of(tuple), budget);
                ack(tuple);
            }
        }
    }

    private void relay(Collection<Tuple> anchors, int budget) {
        int emits = budget == 0 ? 0 : new int[] {0, 1, 1, 1, 2}[random.nextInt(5)];
        for (int i = 0; i < emits && ledger.sentSoFar() < MAX_TUPLES; i++) {
            emit(anchors, budget - 1, random.nextLong(), ledger.nextSequence(task));
        }
    }

    /**
     * Relays from a user thread; tuples emitted there may overtake others, unlike those of the
     * bolt's own thread.
     */
    private void relayElsewhere(Tuple tuple, int budget, long draw) {
        if (budget > 0 && ledger.sentSoFar() < MAX_TUPLES) {
            emit(List.of(tuple), budget - 1, draw, 0);
        }
        if (draw % 5 == 0) {
            fail(tuple);
        } else {
            ack(tuple);
        }
    }

    private void emit(Collection<Tuple> anchors, int budget, long draw, long sequence) {
        Set<Attempt> attempts = new LinkedHashSet<>();
        anchors.forEach(anchor -> attempts.addAll(attempts(anchor)));
        int key = (int) (draw >>> 32);
        Values values = new Values(List.copyOf(attempts), key, budget, sequence);
        int way = (int) (draw & 15);
        if (way == 0 && !directTargets.isEmpty()) {
            String component = directTargets.get((key & 0xff) % directTargets.size());
            List<Integer> tasks = context.getComponentTasks(component);
            collector.emitDirect(tasks.get((key & 0xff) % tasks.size()), DIRECT, anchors, values);
            ledger.sent(attempts, 1);
        } else {
            String stream = way < 3 ? BACK : ChaosSpout.STREAMS.get(way & 1);
            ledger.sent(attempts, collector.emit(stream, anchors, values).size());
        }
    }

    private void ack(Tuple tuple) {
        ledger.finishing(attempts(tuple));
        collector.ack(tuple);
    }

    private void fail(Tuple tuple) {
        ledger.failing(attempts(tuple));
        collector.fail(tuple);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        ChaosSpout.STREAMS.forEach(s -> declarer.declareStream(s, ChaosSpout.FIELDS));
        declarer.declareStream(BACK, ChaosSpout.FIELDS);
        declarer.declareStream(DIRECT, true, ChaosSpout.FIELDS);
    }
}
