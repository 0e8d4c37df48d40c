package io.eyewall.benchmarks.soak;

import io.eyewall.benchmarks.soak.SoakTopologies.Slowness;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;

/**
 * Runs four topologies at once for some time, and fails if memory is exhausted or one of them stops
 * processing: a computing and a sleeping sink, unacked and acked without a limit of pending
 * messages, and a cycle. Meant for {@code -Xmx256m}; see benchmarks/soak.
 */
public final class SoakMain {
    private static final String[] NAMES = {"computing", "sleeping", "acked", "cycle"};
    private static final long LOOK_EVERY_MS = 5_000;

    private SoakMain() {}

    /**
     * Runs the soak.
     *
     * @param args seconds to run
     * @throws Exception if a topology can't be started
     */
    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[0]);
        boolean moved;
        ILocalCluster cluster = localCluster();
        try {
            submit(cluster, 0, false);
            submit(cluster, 1, false);
            submit(cluster, 2, true);
            submit(cluster, 3, true);
            moved = watch(seconds);
        } finally {
            cluster.close();
        }
        System.out.println(moved ? "soak passed" : "soak failed: a topology stopped moving");
        System.exit(moved ? 0 : 1);
    }

    /**
     * Returns the LocalCluster on the class path, by reflection, because this module is compiled
     * against storm-client alone.
     */
    private static ILocalCluster localCluster() throws ReflectiveOperationException {
        return Class.forName("org.apache.storm.LocalCluster")
                .asSubclass(ILocalCluster.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    private static void submit(ILocalCluster cluster, int number, boolean acked) throws Exception {
        Map<String, Object> conf = new HashMap<>();
        conf.put("eyewall.cores", 2);
        if (!acked) {
            conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, 0);
        }
        if (number == 3) {
            conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 5_000);
        }
        cluster.submitTopology(
                NAMES[number],
                conf,
                switch (number) {
                    case 0 -> SoakTopologies.slowSink(number, Slowness.COMPUTES, false);
                    case 1 -> SoakTopologies.slowSink(number, Slowness.SLEEPS, false);
                    case 2 -> SoakTopologies.slowSink(number, Slowness.COMPUTES, true);
                    default -> SoakTopologies.cycle(number);
                });
    }

    private static boolean watch(long seconds) throws InterruptedException {
        long[] before = new long[NAMES.length];
        long endNs = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < endNs) {
            Thread.sleep(LOOK_EVERY_MS);
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < NAMES.length; i++) {
                long now = SoakTopologies.EXECUTED.get(i);
                line.append(NAMES[i]).append(' ').append(now - before[i]).append("  ");
                if (now == before[i]) {
                    System.out.println(NAMES[i] + " executed nothing for 5 s");
                    return false;
                }
                before[i] = now;
            }
            long heapMb = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
            System.out.println(line + "heap " + heapMb + " MB");
        }
        return true;
    }
}
