package io.eyewall.cluster.trials.network;

import io.eyewall.nativetask.NativeBolt;
import io.eyewall.nativetask.NativeSpout;
import io.eyewall.nativetask.worker.NativeWorkers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.topology.TopologyBuilder;

/**
 * A stream between four leaves and one centre, all in C++. Each leaf has a host of its own; the
 * centre may be on the fifth host, or at the switch. Arguments: name, {@link Stream}, folder, work
 * per word, addresses of the hosts without their last number.
 */
public final class StreamsTopology {
    static final String CENTRE = "centre";
    static final int LEAVES = 4;

    private static final String LEAF = "leaf";
    private static final String LIBRARY = "libstreams.so";

    private StreamsTopology() {}

    public static void main(String[] args) throws Exception {
        Stream stream = Stream.valueOf(args[1]);
        TopologyBuilder builder = new TopologyBuilder();
        NativeSpout source = new NativeSpout(LIBRARY, stream.source()).output("value");
        NativeBolt receiver = new NativeBolt(LIBRARY, stream.receiver());
        if (stream.isGathering()) {
            builder.setSpout(LEAF, source, LEAVES);
            builder.setBolt(CENTRE, receiver, 1).globalGrouping(LEAF);
        } else {
            builder.setSpout(CENTRE, source, 1);
            builder.setBolt(LEAF, receiver, LEAVES).shuffleGrouping(CENTRE);
        }
        List<String> hosts = new ArrayList<>();
        for (int host = 1; host <= LEAVES + 2; host++) {
            hosts.add(args[4] + host);
        }
        Config conf = new Config();
        conf.setNumWorkers(hosts.size());
        conf.setNumAckers(0);
        conf.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        conf.put("example.folder", args[2]);
        conf.put("example.work", args[3]);
        conf.put(
                "eyewall.pinned",
                Map.of(
                        LEAF,
                        new ArrayList<>(hosts.subList(0, LEAVES)),
                        CENTRE,
                        new ArrayList<>(hosts.subList(LEAVES, hosts.size()))));
        conf.put(Config.TOPOLOGY_RAS_CONSTRAINTS, Map.of(LEAF, Map.of("maxNodeCoLocationCnt", 1)));
        StormSubmitter.submitTopology(args[0], conf, NativeWorkers.in(builder.createTopology()));
    }
}
