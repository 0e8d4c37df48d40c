package io.eyewall.console.model;

/**
 * The name of a component as pages show it. Trident generates names such as {@code
 * $spoutcoord-spout-lines} or {@code b-1-count}; other components keep their id.
 */
final class ReadableName {
    private static final String MASTER = "$mastercoord-";
    private static final String SPOUT_COORDINATOR = "$spoutcoord-spout-";
    private static final String TRIDENT_SPOUT = "spout-";
    private static final String TRIDENT_BOLT = "b-";

    private ReadableName() {}

    /**
     * Returns whether Trident built the topology: each of its topologies has a batch coordinator.
     */
    static boolean isTrident(Iterable<String> componentIds) {
        for (String id : componentIds) {
            if (id.startsWith(MASTER)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the readable name of a component.
     *
     * @param trident whether Trident built the topology
     */
    static String of(String id, boolean trident) {
        if (!trident) {
            return id;
        } else if (id.startsWith(MASTER)) {
            return "batches of " + id.substring(MASTER.length());
        } else if (id.startsWith(SPOUT_COORDINATOR)) {
            return "coordinator of " + id.substring(SPOUT_COORDINATOR.length());
        } else if (id.startsWith(TRIDENT_SPOUT)) {
            return id.substring(TRIDENT_SPOUT.length());
        } else if (id.startsWith(TRIDENT_BOLT)) {
            return bolt(id.substring(TRIDENT_BOLT.length()));
        }
        return id;
    }

    /**
     * Names a bolt such as {@code 1-split-count}: a number, then the names of its operations if any
     * have names.
     */
    private static String bolt(String rest) {
        int dash = rest.indexOf('-');
        return dash < 0 ? "operations " + rest : rest.substring(dash + 1).replace("-", " \u00b7 ");
    }
}
