package io.eyewall.model.paper;

import java.util.List;

/**
 * The cost of managing a cluster through ZooKeeper (section 5), as Storm 0.8 did it. The paper
 * prints no value of its constants; Storm 2 sends the workers' heartbeats to Nimbus instead
 * (STORM-3773). {@link #STORM_2_8} and {@link #BYTES_OF_STORM_2_8} are fitted to measurements by
 * {@code benchmarks/management}, on clusters of Storm 2.8.3 with its default periods, one or three
 * supervisors, up to four workers and up to 64 tasks; all of them are within 7%. On these clusters
 * tasks cost ZooKeeper nothing.
 */
public final class ManagementCost {
    private ManagementCost() {}

    /**
     * A task that recurs.
     *
     * @param requests number of requests of one run
     * @param periodSec seconds from one run to the next
     */
    public record Recurring(double requests, double periodSec) {
        double perSec() {
            return requests / periodSec;
        }
    }

    /**
     * The five recurring tasks: the synchronisation of topologies, of supervisors and of workers,
     * and the heartbeats of supervisors and of workers.
     */
    public record Schedule(
            Recurring topologies,
            Recurring supervisors,
            Recurring workers,
            Recurring supervisorHeartbeats,
            Recurring workerHeartbeats) {}

    /**
     * The constants of the formulas: {@code a, b} for the sizes of heartbeats, {@code c, d, e} for
     * the sizes of assignments, and {@code k1} to {@code k7}.
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

    /**
     * The requests of Storm 2.8. Only the sum of synchronisation and heartbeats is known, for a
     * supervisor and for a worker; it is given as synchronisation.
     */
    public static final Schedule STORM_2_8 =
            new Schedule(
                    new Recurring(18.4, 10),
                    new Recurring(34.35, 5),
                    new Recurring(11.9, 10),
                    new Recurring(0, 5),
                    new Recurring(0, 1));

    /**
     * Bytes of Storm 2.8: of the IP packets in both directions, including TCP's acknowledgements.
     */
    public static final Constants BYTES_OF_STORM_2_8 =
            new Constants(0, 0, 0, 0, 0, List.of(388.0, 0.0, 2_234.0, 0.0, 342.0, 0.0, 0.0));

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
     * second. It is bilinear in nodes and tasks; the paper's text calls it proportional to both.
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
