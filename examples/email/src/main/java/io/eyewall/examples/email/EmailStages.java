package io.eyewall.examples.email;

import io.eyewall.toolkit.punctuation.Punctuation;
import java.util.List;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.TopologyBuilder;

/**
 * The stages between reading and writing, as bolts (the study, section 3.2.1):
 *
 * <pre>
 * source -> deserialize -> filter -> modify -> metrics -> serialize
 *                                                 '- off-path -> global-metrics
 * </pre>
 *
 * @param filter whose emails are kept
 * @param names that are hidden
 * @param windowSec of the metrics, in seconds
 * @param parallelism executors of each component but the global metrics
 */
public record EmailStages(EmailFilter filter, List<String> names, int windowSec, int parallelism) {

    /** As in the study, but with the names of generated mailboxes. */
    public static EmailStages usual(int parallelism) {
        return new EmailStages(EmailFilter.ENRON, EmailModify.NAMES, 1, parallelism);
    }

    /**
     * Adds them to a topology.
     *
     * @param source a component that emits emails' Avro bytes as the first field
     * @param hasEnd whether the source sends markers
     * @return the component that emits what is to be written, Avro bytes too
     */
    public String addTo(TopologyBuilder builder, String source, boolean hasEnd) {
        BoltDeclarer first =
                add(builder, EmailStream.DESERIALIZE, new EmailBolts.Deserialize(), source);
        if (hasEnd) {
            Punctuation.follow(first, source);
        }
        addNext(
                builder,
                EmailStream.FILTER,
                new EmailBolts.Filter(filter),
                EmailStream.DESERIALIZE);
        addNext(builder, EmailStream.MODIFY, new EmailBolts.Modify(names), EmailStream.FILTER);
        addNext(builder, EmailStream.METRICS, new MetricsBolt(windowSec), EmailStream.MODIFY);
        BoltDeclarer global =
                builder.setBolt(EmailStream.GLOBAL_METRICS, new GlobalMetricsBolt(), 1)
                        .globalGrouping(EmailStream.METRICS, EmailStream.OFF_PATH);
        Punctuation.follow(global, EmailStream.METRICS);
        addNext(builder, EmailStream.SERIALIZE, new EmailBolts.Serialize(), EmailStream.METRICS);
        return EmailStream.SERIALIZE;
    }

    private void addNext(TopologyBuilder builder, String id, IRichBolt bolt, String from) {
        Punctuation.follow(add(builder, id, bolt, from), from);
    }

    private BoltDeclarer add(TopologyBuilder builder, String id, IRichBolt bolt, String from) {
        return builder.setBolt(id, bolt, parallelism).localOrShuffleGrouping(from);
    }
}
