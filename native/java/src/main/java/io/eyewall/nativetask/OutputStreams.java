package io.eyewall.nativetask;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.Utils;

/** The output streams that a native component declares; the task refers to them by number. */
final class OutputStreams implements Serializable {
    private static final long serialVersionUID = 1L;

    private record Stream(boolean direct, ArrayList<String> fields) implements Serializable {}

    private final LinkedHashMap<String, Stream> streams = new LinkedHashMap<>();

    void add(String stream, boolean direct, List<String> fields) {
        if (streams.put(stream, new Stream(direct, new ArrayList<>(fields))) != null) {
            throw new IllegalArgumentException("output stream '" + stream + "' is declared twice");
        }
    }

    void declare(OutputFieldsDeclarer declarer) {
        streams.forEach(
                (name, stream) ->
                        declarer.declareStream(name, stream.direct(), new Fields(stream.fields())));
    }

    /**
     * Returns the stream names, indexed by stream number; the default stream is 0, declared or not.
     */
    List<String> names() {
        List<String> names = new ArrayList<>();
        names.add(Utils.DEFAULT_STREAM_ID);
        for (Map.Entry<String, Stream> stream : streams.entrySet()) {
            if (!stream.getKey().equals(Utils.DEFAULT_STREAM_ID)) {
                names.add(stream.getKey());
            }
        }
        return names;
    }
}
