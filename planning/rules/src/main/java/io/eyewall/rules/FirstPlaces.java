package io.eyewall.rules;

/**
 * Decides where executors start, before anything is measured: a component's only executor on the
 * topology's home core, several spread evenly over all cores from there. So the i-th executors of
 * equally parallel components share a core: chains are replicated, not cut.
 */
public final class FirstPlaces {
    private FirstPlaces() {}

    /**
     * Returns the core of a component's executor.
     *
     * @param executor its index among the executors of its component, from 0
     * @param executors number of executors of the component
     * @param home the topology's home core
     * @param cores number of cores
     */
    public static int coreOf(int executor, int executors, int home, int cores) {
        return (home + (int) ((long) executor * cores / executors)) % cores;
    }
}
