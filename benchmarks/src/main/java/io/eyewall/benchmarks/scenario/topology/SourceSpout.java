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

/**
 * A spout that emits one of its strings per call, cycling from the first, until the {@link
 * Scoreboard} says stop; afterwards one more for every extra it is asked for. It replays nothing: a
 * fail is counted and makes the answer wrong.
 */
public abstract class SourceSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final boolean acked;

    private transient SpoutOutputCollector collector;
    private transient String[] texts;
    private transient int next;
    private transient int extras;
    private transient Scoreboard.Cell emittedCell;
    private transient Scoreboard.Cell ackedCell;
    private transient Scoreboard.Cell failedCell;

    /**
     * Creates the spout.
     *
     * @param field name of its one output field
     * @param acked whether every tuple gets a message id
     */
    protected SourceSpout(String field, boolean acked) {
        this.field = field;
        this.acked = acked;
    }

    /** The strings to cycle through; called once, by the executor that opens the spout. */
    protected abstract String[] createTexts();

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        texts = createTexts();
        emittedCell = Scoreboard.claim(Role.EMITTED);
        if (acked) {
            ackedCell = Scoreboard.claim(Role.ACKED);
            failedCell = Scoreboard.claim(Role.FAILED);
        }
    }

    @Override
    public void nextTuple() {
        if (Scoreboard.stopRequested()) {
            if (extras == Scoreboard.extrasRequested()) {
                return;
            }
            extras++;
        }
        String text = texts[next];
        next++;
        if (next == texts.length) {
            next = 0;
        }
        long number = emittedCell.increment();
        if (acked) {
            collector.emit(new Values(text), number);
        } else {
            collector.emit(new Values(text));
        }
    }

    @Override
    public void ack(Object messageId) {
        ackedCell.increment();
    }

    @Override
    public void fail(Object messageId) {
        failedCell.increment();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(field));
    }
}
