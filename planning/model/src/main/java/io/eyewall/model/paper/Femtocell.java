package io.eyewall.model.paper;

/**
 * The bandwidth of the paper's experiment (section 6.3.2): {@code BW_total = BW_external +
 * BW_dataflow + BW_system = numTuples (360 + 44 alpha_remote) + 56000}.
 */
public final class Femtocell {
    /** Bytes of an event as a spout reads it. */
    public static final double EVENT_BYTES = 360;

    /** Bytes of the tuple that the spout emits for an event. */
    public static final double TUPLE_BYTES = 44;

    /**
     * Bytes per second of management: an upper bound for 100 active tasks on two nodes (figure 5),
     * used for all configurations.
     */
    public static final double SYSTEM_BYTES_PER_SEC = 56_000;

    private Femtocell() {}

    /**
     * Returns the bandwidth in bytes per second.
     *
     * @param tuplesPerSec tuples per second that the spouts emit
     */
    public static double bytesPerSec(
            Configuration configuration, double tuplesPerSec, Errata errata) {
        double remote = configuration.alphas(errata).remote();
        return tuplesPerSec * (EVENT_BYTES + TUPLE_BYTES * remote) + SYSTEM_BYTES_PER_SEC;
    }
}
