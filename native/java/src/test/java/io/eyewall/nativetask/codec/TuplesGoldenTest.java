package io.eyewall.nativetask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.serialization.KryoTupleDeserializer;
import org.apache.storm.serialization.KryoTupleSerializer;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Whole payloads as they go from worker to worker, with the anchors before the values. */
final class TuplesGoldenTest {

    private static final int TASK = 300;

    /** Two streams: their ids are 1 ("default") and 2 ("other"). */
    public static final class TwoStreams extends BaseRichSpout {
        @Override
        public void open(
                Map<String, Object> conf,
                TopologyContext context,
                SpoutOutputCollector collector) {}

        @Override
        public void nextTuple() {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "count"));
            declarer.declareStream("other", new Fields("word"));
        }
    }

    private static GeneralTopologyContext context(Map<String, Object> conf) {
        var builder = new TopologyBuilder();
        builder.setSpout("spout", new TwoStreams());
        return new GeneralTopologyContext(
                builder.createTopology(),
                conf,
                Map.of(TASK, "spout"),
                Map.of("spout", List.of(TASK)),
                Map.of(
                        "spout",
                        Map.of(
                                "default",
                                new Fields("word", "count"),
                                "other",
                                new Fields("word"))),
                "topology");
    }

    @Test
    void stormsSerializerMakesTheGoldenFileAndOursTheSame() throws Exception {
        Map<String, Object> conf = StormBytes.conf();
        GeneralTopologyContext context = context(conf);
        var serializer = new KryoTupleSerializer(conf, context);
        var deserializer = new KryoTupleDeserializer(conf, context);
        Map<String, Map<Long, Long>> anchors = new LinkedHashMap<>();
        anchors.put("unanchored", Map.of());
        anchors.put("anchored", Map.of(-1L, 0x0102030405060708L));
        Map<Long, Long> two = new LinkedHashMap<>();
        two.put(5L, 6L);
        two.put(1L << 62, -9L);
        anchors.put("anchored-twice", two);
        List<GoldenFile.Line> lines = new ArrayList<>();
        for (String stream : List.of("default", "other")) {
            for (Map.Entry<String, Map<Long, Long>> entry : anchors.entrySet()) {
                var values = stream.equals("other") ? new Values("w") : new Values("word", 42L);
                var id = MessageId.makeId(entry.getValue());
                var tuple = new TupleImpl(context, values, "spout", TASK, stream, id);
                byte[] bytes = serializer.serialize(tuple);
                Tuple read = deserializer.deserialize(bytes);
                assertThat(read.getMessageId()).isEqualTo(id);
                assertThat(read.getSourceStreamId()).isEqualTo(stream);
                lines.add(
                        new GoldenFile.Line(
                                stream + "-" + entry.getKey(), ours(tuple, bytes), bytes));
            }
        }
        new GoldenFile("tuples.golden").assertIs(lines);
    }

    /** Asserts that ours are the same bytes; gives the notation. */
    private static String ours(Tuple tuple, byte[] bytes) {
        int stream = tuple.getSourceStreamId().equals("default") ? 1 : 2;
        var writer = new KryoWriter(16);
        var notation = new StringBuilder("task=" + TASK + " stream=" + stream);
        writer.writeVarint(TASK);
        writer.writeVarint(stream);
        Map<Long, Long> anchors = tuple.getMessageId().getAnchorsToIds();
        writer.writeVarint(anchors.size());
        anchors.forEach(
                (root, id) -> {
                    writer.writeFixedLong(root);
                    writer.writeFixedLong(id);
                    notation.append(" anchor=").append(root).append(':').append(id);
                });
        ValuesCodec.of(Schemas.of(tuple.getValues())).write(writer, tuple.getValues());
        assertThat(writer.toBytes()).isEqualTo(bytes);
        return notation + " " + Notation.of(tuple.getValues());
    }
}
