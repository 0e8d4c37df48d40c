package io.eyewall.examples.state;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;

/**
 * {@code CountingProcess TOPOLOGY FOLDER LIMIT}: runs a stateful count until it is killed, and
 * prints the offsets that it saves. The topology is {@code count} or {@code chain}.
 */
public final class CountingProcess {
    private CountingProcess() {}

    private static final class PrintingSpout extends OffsetSpout {
        PrintingSpout(long limit) {
            super(limit);
        }

        @Override
        protected void onSaved(long offset) {
            System.out.println(offset);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Config conf = new Config();
        StatefulCountTopology.configure(conf, args[1]);
        OffsetSpout words = new PrintingSpout(Long.parseLong(args[2]));
        TopologyBuilder builder =
                args[0].equals("chain")
                        ? CountChain.builder(words)
                        : StatefulCountTopology.builder(words);
        try (TopologyHandle topology =
                Eyewall.start("stateful-" + args[0], conf, builder.createTopology())) {
            System.out.println("started " + topology.id());
            new CountDownLatch(1).await();
        }
    }
}
