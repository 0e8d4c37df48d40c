package io.eyewall.model.topology;

/**
 * What a topology does with the heap of its process: in our engine, where one process runs it.
 *
 * @param bytesPerRoot allocated per root tuple, by all that follows from it too
 * @param liveBytes what stays after a collection, at most
 * @param maxBytes what the heap may have
 * @param bytesPerCollection allocated from one collection to the next; 0 if none was seen
 * @param stopNs how long a collection stops all threads
 */
public record HeapUse(
        double bytesPerRoot,
        double liveBytes,
        double maxBytes,
        double bytesPerCollection,
        double stopNs) {
    /** Nothing is known. */
    public static final HeapUse UNKNOWN = new HeapUse(-1, 0, 0, 0, 0);

    /** Whether anything is known. */
    public boolean measured() {
        return bytesPerRoot >= 0;
    }

    /** Whether collections were seen. */
    public boolean collected() {
        return measured() && bytesPerCollection > 0;
    }

    /** New objects at so many root tuples per second, in bytes per second. */
    public double allocatedPerSec(double rootsPerSec) {
        return bytesPerRoot * rootsPerSec;
    }

    /** Collections at so many root tuples per second; 0 where none was seen. */
    public double collectionsPerSec(double rootsPerSec) {
        return collected() ? allocatedPerSec(rootsPerSec) / bytesPerCollection : 0;
    }

    /** Which part of the time all threads are stopped at that rate. */
    public double stoppedPart(double rootsPerSec) {
        return collectionsPerSec(rootsPerSec) * stopNs / 1e9;
    }

    /** What the heap needs: what stays, and room until the next collection. */
    public double neededBytes() {
        return liveBytes + bytesPerCollection;
    }
}
