package io.eyewall.differential.stage;

import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * A spout made of lambdas. By default it emits nothing, notes {@code acked} and {@code failed}
 * message ids, and has one field {@code value} on the default stream.
 */
public final class ProbeSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1;

    private final StreamDeclarations streams = new StreamDeclarations();
    private boolean defaultStream = true;
    private Body.Plain<SpoutTask> opened = task -> {};
    private Body.Plain<SpoutTask> next = task -> {};
    private Body.With<SpoutTask, Object> acked = (task, id) -> task.note("acked", id);
    private Body.With<SpoutTask, Object> failed = (task, id) -> task.note("failed", id);
    private Body.With<SpoutTask, String> called = (task, call) -> {};
    private transient SpoutTask task;

    /** Returns a spout that calls {@code next} on every nextTuple. */
    public static ProbeSpout doing(Body.Plain<SpoutTask> next) {
        ProbeSpout spout = new ProbeSpout();
        spout.next = next;
        return spout;
    }

    /**
     * Returns a spout whose tasks each emit 0, 1, ... count-1, one per nextTuple, without message
     * ids.
     */
    public static ProbeSpout numbers(int count) {
        return doing(
                task -> {
                    int step = task.nextStep();
                    if (step < count) {
                        task.collector().emit(new Values(step));
                    }
                });
    }

    /** Returns the same spout as {@link #numbers}, but with the number as message id. */
    public static ProbeSpout numbersWithIds(int count) {
        return doing(
                task -> {
                    int step = task.nextStep();
                    if (step < count) {
                        task.collector().emit(new Values(step), step);
                    }
                });
    }

    /** Returns a spout that emits rows, one per nextTuple, without message ids. */
    public static ProbeSpout rows(List<Values> rows, String... fields) {
        return doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < rows.size()) {
                                task.collector().emit(new Values(rows.get(step).toArray()));
                            }
                        })
                .declares(Utils.DEFAULT_STREAM_ID, fields);
    }

    /**
     * Returns a spout that emits the notes of a series as they are written, so that a driver can
     * control it.
     */
    public static ProbeSpout ofSignals(String series) {
        return doing(
                task -> {
                    List<Object> signals = task.probe().notes(series);
                    int sent = (int) task.memory().getOrDefault("sent", 0);
                    if (sent < signals.size()) {
                        task.memory().put("sent", sent + 1);
                        task.collector().emit(new Values(signals.get(sent)));
                    }
                });
    }

    /** Declares a stream; the first call replaces the default stream. */
    public ProbeSpout declares(String stream, String... fields) {
        defaultStream = false;
        streams.add(stream, false, List.of(fields));
        return this;
    }

    /** Declares a direct stream. */
    public ProbeSpout declaresDirect(String stream, String... fields) {
        defaultStream = false;
        streams.add(stream, true, List.of(fields));
        return this;
    }

    public ProbeSpout onOpen(Body.Plain<SpoutTask> body) {
        opened = body;
        return this;
    }

    public ProbeSpout onAck(Body.With<SpoutTask, Object> body) {
        acked = body;
        return this;
    }

    public ProbeSpout onFail(Body.With<SpoutTask, Object> body) {
        failed = body;
        return this;
    }

    /**
     * Sets a body that is called with the name of each of open, activate, deactivate and close,
     * before that call's own body.
     */
    public ProbeSpout onLifecycle(Body.With<SpoutTask, String> body) {
        called = body;
        return this;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        task = new SpoutTask(conf, context, collector);
        Body.run(called, task, "open");
        Body.run(opened, task);
    }

    @Override
    public void activate() {
        Body.run(called, task, "activate");
    }

    @Override
    public void deactivate() {
        Body.run(called, task, "deactivate");
    }

    @Override
    public void close() {
        Body.run(called, task, "close");
    }

    @Override
    public void nextTuple() {
        Body.run(next, task);
    }

    @Override
    public void ack(Object messageId) {
        Body.run(acked, task, messageId);
    }

    @Override
    public void fail(Object messageId) {
        Body.run(failed, task, messageId);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        if (defaultStream) {
            streams.add(Utils.DEFAULT_STREAM_ID, false, List.of("value"));
        }
        streams.declare(declarer);
    }
}
