package io.eyewall.examples.state;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.Config;

/**
 * {@code CountingProcess FOLDER LIMIT}: runs the stateful count until it is killed, and prints the
 * offsets that it saves.
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
        StatefulCountTopology.configure(conf, args[0]);
        OffsetSpout words = new PrintingSpout(Long.parseLong(args[1]));
        try (TopologyHandle topology =
                Eyewall.start(
                        "stateful-count",
                        conf,
                        StatefulCountTopology.builder(words).createTopology())) {
            System.out.println("started " + topology.id());
            new CountDownLatch(1).await();
        }
    }
}
