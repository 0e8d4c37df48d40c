package io.eyewall.engine.metrics;

import io.eyewall.placement.advice.Advice;
import java.util.Optional;

/**
 * What placement by traffic has decided.
 *
 * @param lastAdvice the last answer, with its plan, for all topologies of the engine together;
 *     empty while nothing was measured
 * @param moves how many times an executor of this topology has been moved to another core
 */
public record PlacementReport(Optional<Advice> lastAdvice, int moves) {}
