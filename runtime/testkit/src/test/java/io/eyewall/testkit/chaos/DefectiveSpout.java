package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.jspecify.annotations.NullUnmarked;

/** Wraps a spout so that the engine seems to have a defect, which shows in one of several calls. */
@NullUnmarked // fields are set by open
final class DefectiveSpout implements IRichSpout {
    private static final long serialVersionUID = 1L;
    private static final int ONE_OF = 5;

    private final IRichSpout spout;
    private final Lapses lapses;

    private transient Ledger ledger;
    private transient Queue<Attempt> late;
    private transient int task;
    private transient int settlements;

    DefectiveSpout(IRichSpout spout, Defect defect, Shared<Ledger> shared) {
        this.spout = spout;
        this.lapses = new Lapses(defect, ONE_OF, shared);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        ledger = lapses.ledger();
        late = new ArrayDeque<>();
        task = context.getThisTaskId();
        spout.open(conf, context, new SpoutOutputCollector(new Collector(collector)));
    }

    private final class Collector implements ISpoutOutputCollector {
        private final ISpoutOutputCollector collector;

        Collector(ISpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public List<Integer> emit(String stream, List<Object> values, Object messageId) {
            List<Integer> tasks = collector.emit(stream, values, messageId);
            if (messageId != null && lapses.showNow(Defect.ACKS_EARLY)) {
                spout.ack(messageId);
            }
            return tasks;
        }

        @Override
        public void emitDirect(int taskId, String stream, List<Object> values, Object messageId) {
            collector.emitDirect(taskId, stream, values, messageId);
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

    @Override
    public void nextTuple() {
        if (settlements < ledger.settlements()) {
            settlements = ledger.settlements();
            late.forEach(spout::fail);
            late.clear();
        }
        if (lapses.showNow(Defect.INVENTS_MESSAGES)) {
            spout.ack(new Attempt(task, -1, 1));
        }
        spout.nextTuple();
    }

    @Override
    public void ack(Object id) {
        if (lapses.showNow(Defect.FORGETS_COMPLETIONS)) {
            return;
        }
        if (lapses.showNow(Defect.FAILS_SUCCESSES)) {
            late.add((Attempt) id);
            return;
        }
        spout.ack(id);
        if (lapses.showNow(Defect.ANSWERS_TWICE)) {
            spout.ack(id);
        }
    }

    @Override
    public void fail(Object id) {
        if (lapses.showNow(Defect.ACKS_FAILURES)) {
            spout.ack(id);
        } else {
            spout.fail(id);
        }
    }

    @Override
    public void activate() {
        spout.activate();
    }

    @Override
    public void deactivate() {
        spout.deactivate();
        if (lapses.are(Defect.CALLS_INACTIVE_SPOUTS)) {
            spout.nextTuple();
        }
    }

    @Override
    public void close() {
        spout.close();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        spout.declareOutputFields(declarer);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return spout.getComponentConfiguration();
    }
}
