package io.eyewall.cli;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;

/** Emits some numbers, those that fail once more, and says when all were acked: in Storm's API. */
@NullUnmarked // fields are set by Storm
public final class FiniteSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final int count;
    private transient SpoutOutputCollector collector;
    private transient Queue<Integer> next;
    private transient Set<Object> pending;
    private transient volatile boolean drained;

    public FiniteSpout(int count) {
        this.count = count;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        pending = new HashSet<>();
        next = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            next.add(i);
        }
        context.registerGauge("eyewall.source.drained", () -> drained ? 1 : 0);
    }

    @Override
    public void nextTuple() {
        Integer number = next.poll();
        if (number != null) {
            pending.add(number); // before the emit: without ackers it calls ack
            collector.emit(new Values(number), number);
        } else {
            drained = pending.isEmpty();
        }
    }

    @Override
    public void ack(Object id) {
        pending.remove(id);
    }

    @Override
    public void fail(Object id) {
        next.add((Integer) id);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number"));
    }
}
