package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * A spout that emits a value per call, if there is one, until the {@link Scoreboard} requests a
 * stop; afterwards it emits one more for each requested extra tuple. It replays nothing: a fail is
 * counted and makes the answer wrong.
 */
abstract class SourceSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final boolean acked;

    private transient SpoutOutputCollector collector;
    private transient int extras;
    private transient Scoreboard.Cell emittedCell;
    private transient Scoreboard.Cell ackedCell;
    private transient Scoreboard.Cell failedCell;

    /**
     * Creates the spout.
     *
     * @param acked whether every tuple has a message id
     */
    SourceSpout(boolean acked) {
        this.acked = acked;
    }

    /** Opens the source; called once, by the executor that opens the spout. */
    abstract void openSource(TopologyContext context);

    /** Returns the value of the next tuple; null if there is none now. */
    abstract @Nullable Object next();

    @Override
    public final void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        emittedCell = Scoreboard.claim(Role.EMITTED);
        if (acked) {
            ackedCell = Scoreboard.claim(Role.ACKED);
            failedCell = Scoreboard.claim(Role.FAILED);
        }
        openSource(context);
    }

    @Override
    public final void nextTuple() {
        boolean stopped = Scoreboard.stopRequested();
        if (stopped && extras == Scoreboard.extrasRequested()) {
            return;
        }
        Object value = next();
        if (value == null) {
            return;
        }
        if (stopped) {
            extras++;
        }
        long number = emittedCell.increment();
        if (acked) {
            collector.emit(new Values(value), number);
        } else {
            collector.emit(new Values(value));
        }
    }

    @Override
    public final void ack(Object messageId) {
        ackedCell.increment();
    }

    @Override
    public final void fail(Object messageId) {
        failedCell.increment();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(ScenarioTopology.FIELD));
    }
}
