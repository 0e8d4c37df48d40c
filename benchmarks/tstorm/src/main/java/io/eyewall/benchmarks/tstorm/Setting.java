package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.tstorm.topology.Scale;
import java.nio.file.Path;
import java.util.List;

/**
 * The settings of the experiments.
 *
 * @param checkout the checkout with the commands and jars
 * @param java the command that runs a class of this module
 * @param folder folder for the results
 * @param hosts number of hosts of the cluster
 * @param scale factor for all numbers of the paper, which has ten hosts
 * @param slots slots of each host
 * @param rate rate of each host's link, in the format of {@code tc}
 * @param phaseSec length of a phase in seconds
 * @param loadAware whether shuffle groupings prefer near tasks, as in Storm 2
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
