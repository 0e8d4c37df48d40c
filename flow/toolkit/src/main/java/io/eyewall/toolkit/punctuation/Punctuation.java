package io.eyewall.toolkit.punctuation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IComponent;
import org.apache.storm.topology.InputDeclarer;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.OutputFieldsGetter;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** The stream of markers, and how components declare it and subscribe to it. */
public final class Punctuation {
    /** The id of the stream. */
    public static final String STREAM = "punctuation";

    private static final Fields FIELDS = new Fields("marker", "number");

    private Punctuation() {}

    /** Declares the stream; for {@code declareOutputFields} of a component that sends markers. */
    public static void declare(OutputFieldsDeclarer declarer) {
        declarer.declareStream(STREAM, FIELDS);
    }

    /**
     * Subscribes a bolt to the markers of an upstream component.
     *
     * @param bolt declarer of the bolt, as {@code setBolt} returns it
     * @param upstream id of a component whose tuples the bolt receives and which sends markers
     *     ({@link #isSentBy})
     */
    public static <T extends InputDeclarer<T>> T follow(T bolt, String upstream) {
        return bolt.allGrouping(upstream, STREAM);
    }

    /** Returns whether a spout or bolt declares the stream of markers. */
    public static boolean isSentBy(IComponent component) {
        OutputFieldsGetter getter = new OutputFieldsGetter();
        component.declareOutputFields(getter);
        return getter.getFieldsDeclaration().containsKey(STREAM);
    }

    /**
     * Sends the marker that ends a window of a spout's stream.
     *
     * @param number number of the window, which must grow with each call: consecutive from 1, or a
     *     time; each task of a spout counts separately
     */
    public static void endWindow(SpoutOutputCollector collector, long number) {
        collector.emit(STREAM, tupleValues(Marker.WINDOW, number));
    }

    /**
     * Sends the marker of a snapshot behind all that a source has sent before it.
     *
     * @param number number of the snapshot
     */
    public static void markSnapshot(SpoutOutputCollector collector, long number) {
        collector.emit(STREAM, tupleValues(Marker.SNAPSHOT, number));
    }

    /**
     * Sends the marker of a rollback, before the source sends again what followed the snapshot.
     *
     * @param epoch number of rollbacks so far
     */
    public static void markRollback(SpoutOutputCollector collector, int epoch) {
        collector.emit(STREAM, tupleValues(Marker.ROLLBACK, epoch));
    }

    /** Returns whether a tuple is a marker. */
    public static boolean isMarker(Tuple tuple) {
        return STREAM.equals(tuple.getSourceStreamId());
    }

    /** Returns the values of a marker's tuple. */
    static Values tupleValues(Marker marker, long number) {
        return new Values(marker.word(), number);
    }

    /**
     * Returns the number of a marker: for a window its number, for the end how often its sender has
     * sent it, negative if it is {@linkplain #insistentNumber insistent}.
     */
    static long numberOf(Tuple marker) {
        return marker.getLong(1);
    }

    /**
     * Returns the number of an insistent end marker, for which bolts must not wait for other
     * senders.
     *
     * @param number how often the sender has sent the end marker
     */
    static long insistentNumber(long number) {
        return -number;
    }

    /** Returns whether the number of an end marker says that it is insistent. */
    static boolean isInsistent(long number) {
        return number < 0;
    }

    /** Returns the kind of a marker. */
    static Marker kindOf(Tuple marker) {
        return Marker.ofWord(marker.getValue(0));
    }

    /** Returns the tasks whose markers a task receives. */
    static Set<Integer> sendersTo(TopologyContext context) {
        Set<Integer> tasks = new HashSet<>();
        for (Map.Entry<GlobalStreamId, ?> source : context.getThisSources().entrySet()) {
            if (STREAM.equals(source.getKey().get_streamId())) {
                List<Integer> tasksOfComponent =
                        context.getComponentTasks(source.getKey().get_componentId());
                tasks.addAll(tasksOfComponent);
            }
        }
        return tasks;
    }
}
