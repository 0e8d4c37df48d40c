package io.eyewall.benchmarks.fairness;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.generated.KillOptions;

/**
 * Prints, for every kind of rude code, on one core and on two, the longest time for which a quick
 * pipeline had to wait, without the time for which it waited for other processes. See
 * benchmarks/fairness.
 */
public final class FairnessMain {
    private static final int[] CORES = {1, 2};
    private static final long WARM_UP_MS = 1_500;
    private static final long AT_FIRST_MS = 1_000;
    private static final int MAX_PENDING = 512;

    private FairnessMain() {}

    /**
     * Runs all kinds of rude code, one after the other.
     *
     * @param args the seconds for which each kind is rude after the first second; optionally a part
     *     of the names of the kinds to run
     * @throws Exception if a topology can't be started
     */
    public static void main(String[] args) throws Exception {
        long ms = 1_000 * Long.parseLong(args[0]);
        String part = args.length > 1 ? args[1] : "";
        System.out.printf(
                "%-28s %12s %8s %12s %8s%n", "longest gap in ms", "1 core:", "", "2 cores:", "");
        System.out.printf(
                "%-28s %12s %8s %12s %8s%n", "", "1st second", "later", "1st second", "later");
        for (RudeCode code : RudeCode.values()) {
            if (!code.title().contains(part)) {
                continue;
            }
            System.out.printf("%-28s", code.title());
            for (int cores : CORES) {
                print(gapsMs(code, cores, ms, false));
            }
            System.out.printf("%n%-28s", "    through mailboxes");
            for (int cores : CORES) {
                print(gapsMs(code, cores, ms, true));
            }
            System.out.println();
        }
        System.exit(0); // user code may still be running
    }

    private static void print(GapsMs gaps) {
        System.out.printf(" %12.1f %8.1f", gaps.atFirst(), gaps.later());
    }

    /**
     * The longest gaps of a run, in ms.
     *
     * @param atFirst in the first second, in which the engine detects the rude code
     * @param later after the first second
     */
    private record GapsMs(double atFirst, double later) {}

    private static GapsMs gapsMs(RudeCode code, int cores, long ms, boolean mailboxes)
            throws Exception {
        Map<String, Object> conf = new HashMap<>();
        conf.put("eyewall.cores", cores);
        if (mailboxes) {
            conf.put("eyewall.direct.depth", 0);
        }
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, MAX_PENDING);
        ILocalCluster cluster = localCluster();
        try {
            FairnessTopologies.begin(RudeCode.NONE, 0, new Gaps(cores, System.nanoTime()));
            cluster.submitTopology("quick", conf, FairnessTopologies.quick(cores));
            cluster.submitTopology("rude", conf, FairnessTopologies.rude());
            Thread.sleep(WARM_UP_MS);
            long sinceNs = System.nanoTime();
            Gaps atFirst = new Gaps(cores, sinceNs);
            FairnessTopologies.begin(code, sinceNs, atFirst);
            Thread.sleep(AT_FIRST_MS);
            double atFirstMs = atFirst.longestNs(System.nanoTime()) / 1e6;
            Gaps later = new Gaps(cores, System.nanoTime());
            FairnessTopologies.begin(code, sinceNs, later);
            Thread.sleep(ms);
            double laterMs = later.longestNs(System.nanoTime()) / 1e6;
            FairnessTopologies.begin(RudeCode.NONE, 0, later);
            KillOptions now = new KillOptions();
            now.set_wait_secs(0);
            cluster.killTopologyWithOpts("rude", now);
            return new GapsMs(atFirstMs, laterMs);
        } finally {
            cluster.close();
        }
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
}
