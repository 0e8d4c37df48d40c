package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.failure.DeadLetter;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;

/**
 * Builds a topology of operators:
 *
 * <pre>{@code
 * FlowBuilder flows = new FlowBuilder();
 * flows.source("lines", new LineSpout(), tuple -> tuple.getString(0))
 *         .flatMap("split", line -> List.of(line.split(" ")))
 *         .keyBy(word -> word)
 *         .window(WindowSpec.tumbling(Bound.time(Duration.ofSeconds(10))))
 *         .aggregate("count", Aggregates.count())
 *         .forEach("print", System.out::println);
 * StormTopology topology = flows.build();
 * }</pre>
 *
 * <p>Each operator is a bolt with the given id. Functions are serialized and sent to where the bolt
 * runs, so everything they capture must be serializable. Used by one thread.
 */
public final class FlowBuilder {
    private final TopologyBuilder builder;

    /** The ids of the components that send markers. */
    private final Set<String> markerSenders = new HashSet<>();

    /** Creates a builder for a new topology. */
    public FlowBuilder() {
        this(new TopologyBuilder());
    }

    /** Creates a builder that adds operators to a topology with other components. */
    public FlowBuilder(TopologyBuilder builder) {
        this.builder = builder;
    }

    /**
     * Adds a spout with one task and returns the values of its stream {@code default}.
     *
     * @param read reads the value of a tuple
     */
    public <T> Flow<T> source(String id, IRichSpout spout, Input<T> read) {
        return source(id, spout, 1, read);
    }

    /** Adds a spout with several tasks and returns the values of its stream {@code default}. */
    public <T> Flow<T> source(String id, IRichSpout spout, int parallelism, Input<T> read) {
        return source(id, spout, parallelism, read, (value, out) -> out.accept(value));
    }

    /**
     * Adds a spout and applies a step where its values are read, which saves an operator.
     *
     * @param step see {@link Flow#each}
     */
    public <T, O> Flow<O> source(
            String id, IRichSpout spout, int parallelism, Input<T> read, EachBolt.Step<T, O> step) {
        builder.setSpout(id, spout, parallelism);
        if (Punctuation.isSentBy(spout)) {
            markerSenders.add(id);
        }
        EachBolt<T, O> values = new EachBolt<>(read, step);
        String valuesId = id + "-values";
        BoltDeclarer bolt = builder.setBolt(valuesId, values, parallelism);
        bolt.localOrShuffleGrouping(id);
        followMarkers(bolt, id);
        markerSenders.add(valuesId);
        return new Flow<>(this, List.of(new OperatorOutput(valuesId, values.outputs())));
    }

    /**
     * Returns the records that a component could not process: an operator behind {@link
     * Flow#catching}, or a source or sink of the toolkit or the connectors.
     *
     * @param id id of the component; if it has no dead letters the topology is rejected when it is
     *     built or submitted
     */
    public Flow<DeadLetter> deadLetters(String id) {
        EachBolt<DeadLetter, DeadLetter> letters =
                new EachBolt<>(DeadLetters::letter, (letter, out) -> out.accept(letter));
        String lettersId = id + "-dead-letters";
        BoltDeclarer bolt = builder.setBolt(lettersId, letters);
        bolt.localOrShuffleGrouping(id, DeadLetters.STREAM);
        followMarkers(bolt, id);
        markerSenders.add(lettersId);
        return new Flow<>(this, List.of(new OperatorOutput(lettersId, letters.outputs())));
    }

    /** Adds a bolt that has no subscriptions yet. */
    BoltDeclarer addBolt(String id, IRichBolt bolt, int parallelism) {
        if (Punctuation.isSentBy(bolt)) {
            markerSenders.add(id);
        }
        return builder.setBolt(id, bolt, parallelism);
    }

    /** Subscribes a bolt to the markers of an upstream component, if that component sends any. */
    void followMarkers(BoltDeclarer bolt, String upstream) {
        if (markerSenders.contains(upstream)) {
            Punctuation.follow(bolt, upstream);
        }
    }

    /** Returns the topology of all components that were added. */
    public StormTopology build() {
        return builder.createTopology();
    }

    /** Returns a function that reads the key of a tuple; for streams of values by key. */
    static <K> Fn.Of<Tuple, K> keyOfTuple() {
        return tuple -> {
            @SuppressWarnings("unchecked") // the flow has this key
            K key = (K) Input.key(tuple);
            return key;
        };
    }
}
