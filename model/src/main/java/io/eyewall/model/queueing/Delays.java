package io.eyewall.model.queueing;

import io.eyewall.placement.place.Level;
import java.util.Map;

/**
 * What passes between two places of a Storm cluster besides processor time.
 *
 * @param nsByLevel time of a tuple on its way, by where it crosses; 0 where missing
 * @param batchTuples tuples in a full batch to another process; 1 for none
 * @param flushNs when a batch goes that is not full
 */
public record Delays(Map<Level, Double> nsByLevel, double batchTuples, double flushNs) {
    public Delays {
        nsByLevel = Map.copyOf(nsByLevel);
    }
}
