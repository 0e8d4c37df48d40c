package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Prints the totals at the end. */
public final class ReportBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    @Override
    protected void onTuple(Tuple tuple) {
        Totals totals = (Totals) tuple.getValue(0);
        System.out.println(
                totals.emails()
                        + " emails, "
                        + totals.characters()
                        + " characters, "
                        + totals.words()
                        + " words, "
                        + totals.paragraphs()
                        + " paragraphs");
        collector().ack(tuple);
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        // emits nothing
    }
}
