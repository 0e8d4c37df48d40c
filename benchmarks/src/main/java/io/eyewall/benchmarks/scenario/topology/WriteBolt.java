package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.sink.EmailWriter;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Writes emails at the end of the email pipeline. */
final class WriteBolt extends ScenarioBolt {
    private static final long serialVersionUID = 1L;

    private transient EmailWriter writer;

    WriteBolt(boolean acked) {
        super(acked);
    }

    @Override
    void prepareTask() {
        writer = new EmailWriter();
    }

    @Override
    public void execute(Tuple input) {
        writer.accept(input.getBinary(0));
        finish(input);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // a sink emits nothing
    }
}
