package io.eyewall.examples;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Emits the numbers 0, 1, 2, ... up to a limit. Each number is its own message id, and is emitted
 * again when it fails. The tasks share the numbers: the i-th of n tasks emits i, i + n, i + 2n, ...
 */
public class NumberSpout extends BaseRichSpout {
    private final long limit;

    private SpoutOutputCollector collector;
    private Queue<Long> failed;
    private long next;
    private int step;

    /**
     * @param limit the first number that is not emitted
     */
    public NumberSpout(long limit) {
        this.limit = limit;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        failed = new ArrayDeque<>();
        next = context.getThisTaskIndex();
        step = context.getComponentTasks(context.getThisComponentId()).size();
    }

    @Override
    public void nextTuple() {
        Long again = failed.poll();
        if (again != null) {
            collector.emit(new Values(again), again);
        } else if (next < limit) {
            collector.emit(new Values(next), next);
            next += step;
        }
    }

    @Override
    public void fail(Object messageId) {
        failed.add((Long) messageId);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number"));
    }
}
