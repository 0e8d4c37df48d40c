package io.eyewall.differential.stage;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;

/** The streams that a spout or bolt declares. Changed only while the topology is built. */
final class StreamDeclarations implements Serializable {
    private static final long serialVersionUID = 1;

    private record Stream(boolean direct, List<String> fields) implements Serializable {}

    private final TreeMap<String, Stream> streams = new TreeMap<>();

    void add(String stream, boolean direct, List<String> fields) {
        streams.put(stream, new Stream(direct, List.copyOf(fields)));
    }

    void declare(OutputFieldsDeclarer declarer) {
        for (Map.Entry<String, Stream> entry : streams.entrySet()) {
            Stream stream = entry.getValue();
            declarer.declareStream(entry.getKey(), stream.direct(), new Fields(stream.fields()));
        }
    }
}
