package io.eyewall.differential.program.window;

import io.eyewall.differential.stage.Probe;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.windowing.TupleWindow;

/**
 * Notes the first values of every window, and emits their list. Series: {@code window}, {@code
 * new}, {@code expired}, {@code span} (the window's first and last millisecond), and each new value
 * under {@code inWindows}.
 */
final class NotingWindows extends BaseWindowedBolt {
    private static final long serialVersionUID = 1;

    private transient Probe probe;
    private transient OutputCollector collector;

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        probe = Probe.of(conf);
        this.collector = collector;
    }

    @Override
    public void execute(TupleWindow window) {
        List<Object> values = values(window.get());
        probe.note("window", values);
        probe.note("new", values(window.getNew()));
        probe.note("expired", values(window.getExpired()));
        probe.note("span", Arrays.asList(window.getStartTimestamp(), window.getEndTimestamp()));
        window.getNew().forEach(tuple -> probe.note("inWindows", tuple.getValue(0)));
        collector.emit(new Values(values));
    }

    private static List<Object> values(List<Tuple> tuples) {
        return tuples.stream().map(tuple -> tuple.getValue(0)).toList();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("values"));
    }
}
