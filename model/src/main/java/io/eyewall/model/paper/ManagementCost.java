package io.eyewall.model.paper;

import java.util.List;

/**
 * What managing a cluster costs through ZooKeeper (section 5), as Storm 0.8 did it. Storm 2 sends
 * the workers' heartbeats to Nimbus instead (STORM-3773), and the paper prints no value of its
 * constants: they have to be fitted to the version at hand.
 */
public final class ManagementCost {
    private ManagementCost() {}

    /**
     * A task that recurs.
     *
     * @param requests how many requests one round makes
     * @param periodSec seconds from round to round
     */
    public record Recurring(double requests, double periodSec) {
        double perSec() {
            return requests / periodSec;
        }
    }

    /**
     * The five of them: synchronising topologies, supervisors and workers; heartbeats of
     * supervisors and of workers.
     */
    public record Schedule(
            Recurring topologies,
            Recurring supervisors,
            Recurring workers,
            Recurring supervisorHeartbeats,
            Recurring workerHeartbeats) {}

    /**
     * Sizes: {@code a, b} of heartbeats, {@code c, d, e} of assignments; {@code k1} to {@code k7}.
     */
    public record Constants(double a, double b, double c, double d, double e, List<Double> k) {
        public Constants {
            k = List.copyOf(k);
            if (k.size() != 7) {
                throw new IllegalArgumentException(
                        "management cost: expected k1 to k7, found " + k.size() + " constants");
            }
        }
    }

    /** {@code R = R_t/S_t + n (R_s/S_s + R'_s/S'_s) + w (R_w/S_w + R'_w/S'_w)}, per second. */
    public static double requestsPerSec(Schedule schedule, int nodes, int workers) {
        return schedule.topologies().perSec()
                + nodes
                        * (schedule.supervisors().perSec()
                                + schedule.supervisorHeartbeats().perSec())
                + workers * (schedule.workers().perSec() + schedule.workerHeartbeats().perSec());
    }

    /** {@code sum |WHB_i| = a * numTasks + b * numWorkers}: bytes of one round of heartbeats. */
    public static double heartbeatBytes(Constants constants, int tasks, int workers) {
        return constants.a() * tasks + constants.b() * workers;
    }

    /** {@code |AI| = c * numNodes + d * numTasks + e}: bytes of an assignment. */
    public static double assignmentBytes(Constants constants, int nodes, int tasks) {
        return constants.c() * nodes + constants.d() * tasks + constants.e();
    }

    /**
     * {@code B = k1 + k2 |AI| + n (k3 + k4 |AI|) + w (k5 + k6 |AI|) + k7 sum |WHB_i|}, bytes per
     * second. Bilinear in nodes and tasks; the paper's text calls it proportional to both.
     */
    public static double bytesPerSec(Constants constants, int nodes, int workers, int tasks) {
        List<Double> k = constants.k();
        double assignment = assignmentBytes(constants, nodes, tasks);
        return k.get(0)
                + k.get(1) * assignment
                + nodes * (k.get(2) + k.get(3) * assignment)
                + workers * (k.get(4) + k.get(5) * assignment)
                + k.get(6) * heartbeatBytes(constants, tasks, workers);
    }
}
