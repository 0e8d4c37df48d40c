package io.eyewall.model.queueing;

import io.eyewall.placement.place.Level;
import java.util.Map;

/**
 * Delays between two places of a Storm cluster other than processor time.
 *
 * @param nsByLevel transfer time of a tuple by the level at which it crosses; 0 where missing
 * @param batchTuples tuples in a full batch to another process; 1 for none
 * @param flushNs time after which an incomplete batch is sent
 */
public record Delays(Map<Level, Double> nsByLevel, double batchTuples, double flushNs) {
    public Delays {
        nsByLevel = Map.copyOf(nsByLevel);
    }
}
