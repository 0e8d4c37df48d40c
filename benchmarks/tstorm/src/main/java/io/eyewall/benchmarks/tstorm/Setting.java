package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.tstorm.topology.Scale;
import java.nio.file.Path;
import java.util.List;

/**
 * The setting of the experiments.
 *
 * @param checkout what runs
 * @param java the command that runs a class of this module
 * @param folder for what is written
 * @param hosts of the cluster
 * @param scale of all numbers, hosts of ten
 * @param slots of each
 * @param rate of each host's link, as of {@code tc}
 * @param phaseSec how long executors stay where they are
 * @param loadAware whether shuffle groupings prefer near tasks, as Storm 2 does
 */
record Setting(
        Checkout checkout,
        List<String> java,
        Path folder,
        int hosts,
        Scale scale,
        int slots,
        String rate,
        int phaseSec,
        boolean loadAware) {}
