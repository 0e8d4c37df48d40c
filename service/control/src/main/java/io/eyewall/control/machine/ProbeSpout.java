package io.eyewall.control.machine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;

/** A spout that emits words, all new or all the same, in every call. */
final class ProbeSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;
    private static final List<Object> SAME_VALUE = List.of("value");
    private static final int WORD_LENGTH = 8;
    private static final int ALPHABET_SIZE = 16;

    private final boolean tracked;
    private final boolean words;

    @SuppressWarnings("NullAway.Init") // set by open
    private transient SpoutOutputCollector collector;

    private int number;

    ProbeSpout(boolean tracked, boolean words) {
        this.tracked = tracked;
        this.words = words;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
    }

    @Override
    public void nextTuple() {
        List<Object> values = words ? List.of(word()) : SAME_VALUE;
        if (tracked) {
            collector.emit(values, "message");
        } else {
            collector.emit(values);
        }
    }

    private String word() {
        byte[] letters = new byte[WORD_LENGTH];
        int digits = number++;
        for (int i = 0; i < WORD_LENGTH; i++) {
            letters[i] = (byte) ('a' + Integer.remainderUnsigned(digits, ALPHABET_SIZE));
            digits >>>= Integer.numberOfTrailingZeros(ALPHABET_SIZE);
        }
        return new String(letters, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("value"));
    }
}
