package io.eyewall.examples.state;

import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Three stateful counts in a row, of words, of their tens, and of odd and even tens, with stateless
 * bolts between them; each of several tasks.
 */
final class CountChain {
    static final String WORDS = StatefulCountTopology.COUNTER;
    static final String TENS = "count-tens";
    static final String PARITIES = "count-parities";

    private CountChain() {}

    /** {@code w57} belongs to {@code t5}. */
    static String ten(String word) {
        return "t" + Integer.parseInt(word.substring(1)) / 10;
    }

    /** {@code t5} is {@code odd}. */
    static String parity(String ten) {
        return Integer.parseInt(ten.substring(1)) % 2 == 0 ? "even" : "odd";
    }

    /** {@code words -> count -> tens -> count-tens -> parities -> count-parities}. */
    static TopologyBuilder builder(OffsetSpout words) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", words);
        builder.setBolt(WORDS, new ExactCountBolt(), 2).fieldsGrouping("words", new Fields("word"));
        builder.setBolt("tens", new Rename(true), 2).shuffleGrouping(WORDS);
        builder.setBolt(TENS, new ExactCountBolt(), 3).fieldsGrouping("tens", new Fields("word"));
        builder.setBolt("parities", new Rename(false), 2).shuffleGrouping(TENS);
        builder.setBolt(PARITIES, new ExactCountBolt(), 2)
                .fieldsGrouping("parities", new Fields("word"));
        return builder;
    }

    /** Hands on what a word belongs to, with the word's offset. */
    private static final class Rename extends BaseBasicBolt {
        private final boolean toTens;

        Rename(boolean toTens) {
            this.toTens = toTens;
        }

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            String word = tuple.getStringByField("word");
            collector.emit(
                    new Values(
                            toTens ? ten(word) : parity(word),
                            tuple.getLongByField("offset"),
                            tuple.getLongByField("saved")));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "offset", "saved"));
        }
    }
}
