package io.eyewall.differential.program.state;

import io.eyewall.differential.stage.Probe;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * Counts words in its state and notes the methods that Storm calls. A word {@code -x} deletes
 * {@code x}, {@code ?} notes all entries, {@link #BAD} fails.
 */
final class CountingBolt extends BaseStatefulBolt<KeyValueState<String, Integer>> {
    static final String BAD = "bad";

    private static final long serialVersionUID = 1;

    private long slowPrepareMs;
    private boolean failsToCommit;
    private transient KeyValueState<String, Integer> counts;
    private transient Probe probe;
    private transient OutputCollector collector;
    private transient String component;
    private transient int task;

    /** Makes the bolt sleep in its first prePrepare. */
    CountingBolt slowInFirstPrepare(long ms) {
        slowPrepareMs = ms;
        return this;
    }

    /** Makes the bolt throw in its first preCommit. */
    CountingBolt failingInFirstCommit() {
        failsToCommit = true;
        return this;
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        probe = Probe.of(conf);
        this.collector = collector;
        component = context.getThisComponentId();
        task = context.getThisTaskId();
        probe.note("calls " + component, "prepare");
    }

    @Override
    public void initState(KeyValueState<String, Integer> state) {
        counts = state;
        probe.note("calls " + component, "initState " + entries());
    }

    @Override
    public void prePrepare(long txid) {
        note("prePrepare " + txid);
        if (slowPrepareMs > 0) {
            long ms = slowPrepareMs;
            slowPrepareMs = 0;
            Utils.sleep(ms);
        }
    }

    @Override
    public void preCommit(long txid) {
        note("preCommit " + txid);
        if (failsToCommit) {
            failsToCommit = false;
            throw new IllegalStateException("the first commit fails, as the program wants");
        }
    }

    @Override
    public void preRollback() {
        note("preRollback");
    }

    private void note(String call) {
        probe.note("checkpoints " + component, call);
        probe.note("checkpoint order", component + " " + call);
    }

    @Override
    public void execute(Tuple tuple) {
        String word = tuple.getString(0);
        if (word.equals(BAD)) {
            collector.fail(tuple);
            return;
        }
        if (word.equals("?")) {
            probe.note("entries", entries());
        } else if (word.startsWith("-")) {
            String deleted = word.substring(1);
            probe.note("deleted", deleted + " " + counts.delete(deleted));
        } else {
            int count = counts.get(word, 0) + 1;
            counts.put(word, count);
            collector.emit(tuple, new Values(word, count));
            probe.note("word of " + component + ":" + task, word);
            probe.note("executed " + component, word + " " + count);
        }
        collector.ack(tuple);
    }

    private Map<String, Integer> entries() {
        Map<String, Integer> entries = new TreeMap<>();
        counts.forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
        return entries;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word", "count"));
    }
}
