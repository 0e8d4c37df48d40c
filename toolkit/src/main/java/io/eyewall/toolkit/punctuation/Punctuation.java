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

/** The stream of markers. */
public final class Punctuation {
    /** Its id. */
    public static final String STREAM = "punctuation";

    private static final Fields FIELDS = new Fields("marker", "number");

    private Punctuation() {}

    /** For {@code declareOutputFields} of a component that sends markers. */
    public static void declare(OutputFieldsDeclarer declarer) {
        declarer.declareStream(STREAM, FIELDS);
    }

    /**
     * Lets a bolt hear the markers of a component before it.
     *
     * @param bolt as {@code setBolt} returns it
     * @param upstream whose tuples it gets, and which sends markers ({@link #isSentBy})
     */
    public static <T extends InputDeclarer<T>> T follow(T bolt, String upstream) {
        return bolt.allGrouping(upstream, STREAM);
    }

    /** Whether a spout or bolt declares the stream. */
    public static boolean isSentBy(IComponent component) {
        OutputFieldsGetter getter = new OutputFieldsGetter();
        component.declareOutputFields(getter);
        return getter.getFieldsDeclaration().containsKey(STREAM);
    }

    /**
     * Ends a window of a spout's stream.
     *
     * @param number greater each time: from 1 in ones, or a time; tasks of a spout count for
     *     themselves
     */
    public static void endWindow(SpoutOutputCollector collector, long number) {
        collector.emit(STREAM, values(Marker.WINDOW, number));
    }

    /** Whether a tuple is a marker. */
    public static boolean isMarker(Tuple tuple) {
        return STREAM.equals(tuple.getSourceStreamId());
    }

    /** The values of a marker's tuple. */
    static Values values(Marker marker, long number) {
        return new Values(marker.word(), number);
    }

    /** The number of a marker's tuple: of the window, or how often the end has come. */
    static long number(Tuple marker) {
        return marker.getLong(1);
    }

    /** The number of an end that has come so often and is not to wait for that of others. */
    static long insistent(long number) {
        return -number;
    }

    /** Whether the number of an end says so. */
    static boolean isInsistent(long number) {
        return number < 0;
    }

    /** What a marker's tuple says. */
    static Marker marker(Tuple marker) {
        return Marker.of(marker.getValue(0));
    }

    /** The tasks whose markers a task hears. */
    static Set<Integer> sendersTo(TopologyContext context) {
        Set<Integer> tasks = new HashSet<>();
        for (Map.Entry<GlobalStreamId, ?> source : context.getThisSources().entrySet()) {
            if (STREAM.equals(source.getKey().get_streamId())) {
                List<Integer> ofComponent =
                        context.getComponentTasks(source.getKey().get_componentId());
                tasks.addAll(ofComponent);
            }
        }
        return tasks;
    }
}
