package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.NullUnmarked;

/** Wraps a bolt so that the engine seems to have a defect, which shows in one of several calls. */
@NullUnmarked // fields are set by prepare
final class DefectiveBolt implements IRichBolt {
    private static final long serialVersionUID = 1L;
    private static final int ONE_OF = 10;

    private final IRichBolt bolt;
    private final Lapses lapses;

    private transient Ledger ledger;
    private transient Tuple overtaken;
    private transient int rebalances;

    DefectiveBolt(IRichBolt bolt, Defect defect, Shared<Ledger> shared) {
        this.bolt = bolt;
        this.lapses = new Lapses(defect, ONE_OF, shared);
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        ledger = lapses.ledger();
        bolt.prepare(conf, context, new OutputCollector(new Collector(collector)));
    }

    private final class Collector implements IOutputCollector {
        private final IOutputCollector collector;

        Collector(IOutputCollector collector) {
            this.collector = collector;
        }

        private Collection<Tuple> anchors(Collection<Tuple> anchors) {
            return lapses.showNow(Defect.FORGETS_ANCHORS) ? List.of() : anchors;
        }

        @Override
        public List<Integer> emit(String stream, Collection<Tuple> anchors, List<Object> values) {
            return collector.emit(stream, anchors(anchors), values);
        }

        @Override
        public void emitDirect(
                int task, String stream, Collection<Tuple> anchors, List<Object> values) {
            collector.emitDirect(task, stream, anchors(anchors), values);
        }

        @Override
        public void ack(Tuple tuple) {
            if (!lapses.showNow(Defect.FORGETS_ACKS)) {
                collector.ack(tuple);
            }
        }

        @Override
        public void fail(Tuple tuple) {
            if (!lapses.are(Defect.FORGETS_FAILS)) {
                collector.fail(tuple);
            }
        }

        @Override
        public void resetTimeout(Tuple tuple) {
            collector.resetTimeout(tuple);
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
    public void execute(Tuple tuple) {
        if (TupleUtils.isTick(tuple)) {
            bolt.execute(tuple);
            return;
        }
        if (lapses.showNow(Defect.LOSES_TUPLES)) {
            return;
        }
        if (overtaken == null
                && (lapses.showNow(Defect.REORDERS_TUPLES) || isFirstAfterRebalance())) {
            overtaken = tuple;
            return;
        }
        bolt.execute(tuple);
        if (lapses.showNow(Defect.DUPLICATES_TUPLES)) {
            bolt.execute(tuple);
        }
        if (overtaken != null) {
            Tuple late = overtaken;
            overtaken = null;
            bolt.execute(late);
        }
    }

    private boolean isFirstAfterRebalance() {
        if (!lapses.are(Defect.REORDERS_AFTER_REBALANCE)) {
            return false;
        }
        int before = rebalances;
        rebalances = ledger.deeds().getOrDefault("rebalance", 0);
        return rebalances > before;
    }

    @Override
    public void cleanup() {
        bolt.cleanup();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return bolt.getComponentConfiguration();
    }
}
