package io.eyewall.model.topology;

/**
 * How a topology of our engine uses the heap of its process, if it has the process to itself.
 *
 * @param bytesPerRoot bytes allocated per root tuple, including the tuples that follow from it;
 *     negative if unknown
 * @param liveBytes bytes in use after the last collection
 * @param maxBytes maximum size of the heap
 * @param bytesPerCollection bytes allocated from one collection to the next; 0 if none was observed
 * @param stopNs how long a collection stops all threads
 */
public record HeapUse(
        double bytesPerRoot,
        double liveBytes,
        double maxBytes,
        double bytesPerCollection,
        double stopNs) {
    /** The heap use of a topology without measurements. */
    public static final HeapUse UNKNOWN = new HeapUse(-1, 0, 0, 0, 0);

    /** Returns whether heap use was measured. */
    public boolean measured() {
        return bytesPerRoot >= 0;
    }

    /** Returns whether collections were observed. */
    public boolean collected() {
        return measured() && bytesPerCollection > 0;
    }

    /**
     * Returns the rate of allocation at {@code rootsPerSec} root tuples per second, in bytes per
     * second.
     */
    public double allocatedPerSec(double rootsPerSec) {
        return bytesPerRoot * rootsPerSec;
    }

    /**
     * Returns the collections per second at {@code rootsPerSec} root tuples per second; 0 if none
     * was observed.
     */
    public double collectionsPerSec(double rootsPerSec) {
        return collected() ? allocatedPerSec(rootsPerSec) / bytesPerCollection : 0;
    }

    /**
     * Returns the share of time for which collections stop all threads, at {@code rootsPerSec} root
     * tuples per second.
     */
    public double stoppedPart(double rootsPerSec) {
        return collectionsPerSec(rootsPerSec) * stopNs / 1e9;
    }

    /**
     * Returns the size that the heap needs: the bytes in use after a collection, and those
     * allocated until the next collection.
     */
    public double neededBytes() {
        return liveBytes + bytesPerCollection;
    }
}
