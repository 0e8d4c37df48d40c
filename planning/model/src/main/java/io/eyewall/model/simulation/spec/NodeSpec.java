package io.eyewall.model.simulation.spec;

/**
 * A machine of the cluster.
 *
 * @param name its name, unique
 * @param rack the rack that it stands in; nodes of one rack share its uplink
 * @param slots number of workers that it can run
 * @param cores number of its cores, a whole number
 * @param memoryBytes its memory; infinite if unlimited
 * @param uplinkBytesPerSec bandwidth of its link, in each direction; infinite if unlimited
 * @param box whether it is an in-network box, on which only components run that name it in {@link
 *     ComponentSpec#nodes}
 */
public record NodeSpec(
        String name,
        String rack,
        int slots,
        int cores,
        double memoryBytes,
        double uplinkBytesPerSec,
        boolean box) {
    public NodeSpec {
        Check.positive("node '" + name + "'", "slots", slots);
        Check.positive("node '" + name + "'", "cores", cores);
        Check.positive("node '" + name + "'", "memory", memoryBytes);
        Check.positive("node '" + name + "'", "uplink", uplinkBytesPerSec);
        if (box && slots != 1) {
            throw new IllegalArgumentException(
                    "node '" + name + "' is a box, which has 1 slot, not " + slots);
        }
    }
}
