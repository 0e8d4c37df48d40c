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
 * @param filter selects the emails to keep
 * @param names the names to hide
 * @param windowSec the window of the metrics in seconds
 * @param parallelism the executors of each component except the global metrics
 */
public record EmailStages(EmailFilter filter, List<String> names, int windowSec, int parallelism) {

    /** Returns the stages of the study, with the names of generated mailboxes. */
    public static EmailStages standard(int parallelism) {
        return new EmailStages(EmailFilter.ENRON, EmailModify.NAMES, 1, parallelism);
    }

    /**
     * Adds the stages to a topology.
     *
     * @param builder the topology's builder
     * @param source a component that emits emails' Avro bytes in its first field
     * @param hasEnd whether the source sends punctuation
     * @return the component that emits the output emails, in Avro bytes
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
