package io.eyewall.differential.stage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/** A bolt made of lambdas. By default it acks nothing and declares no stream. */
public final class ProbeBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1;

    private final StreamDeclarations streams = new StreamDeclarations();
    private Body.Plain<BoltTask> prepared = task -> {};
    private Body.Plain<BoltTask> cleanedUp = task -> {};
    private Body.With<BoltTask, Tuple> executed = (task, tuple) -> {};
    private HashMap<String, Object> configuration = new HashMap<>();
    private transient BoltTask task;

    /** Returns a bolt that calls {@code execute} for every tuple. */
    public static ProbeBolt doing(Body.With<BoltTask, Tuple> execute) {
        ProbeBolt bolt = new ProbeBolt();
        bolt.executed = execute;
        return bolt;
    }

    /** Returns a bolt that notes every tuple (see {@link TaskView#received}) and acks it. */
    public static ProbeBolt recording() {
        return doing(
                (task, tuple) -> {
                    task.received(tuple);
                    task.collector().ack(tuple);
                });
    }

    /**
     * Returns a bolt that emits its input's values again, anchored, on the default stream, then
     * acks.
     */
    public static ProbeBolt passing(String... fields) {
        return doing(
                        (task, tuple) -> {
                            task.collector().emit(tuple, new Values(tuple.getValues().toArray()));
                            task.collector().ack(tuple);
                        })
                .declares(Utils.DEFAULT_STREAM_ID, fields);
    }

    public ProbeBolt declares(String stream, String... fields) {
        streams.add(stream, false, List.of(fields));
        return this;
    }

    public ProbeBolt declaresDirect(String stream, String... fields) {
        streams.add(stream, true, List.of(fields));
        return this;
    }

    /** Sets the result of {@code getComponentConfiguration}. */
    public ProbeBolt configured(Map<String, Object> own) {
        configuration = new HashMap<>(own);
        return this;
    }

    public ProbeBolt onPrepare(Body.Plain<BoltTask> body) {
        prepared = body;
        return this;
    }

    public ProbeBolt onCleanup(Body.Plain<BoltTask> body) {
        cleanedUp = body;
        return this;
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        task = new BoltTask(conf, context, collector);
        Body.run(prepared, task);
    }

    @Override
    public void execute(Tuple tuple) {
        Body.run(executed, task, tuple);
    }

    @Override
    public void cleanup() {
        Body.run(cleanedUp, task);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return configuration;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        streams.declare(declarer);
    }
}
