package io.eyewall.placement.advice;

import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;

/**
 * What an adviser goes by; can be exchanged while it is in use.
 *
 * @param algorithm finds plans
 * @param parameters the algorithm's
 * @param seed the algorithm's source of chance
 * @param rules what plans must not violate
 * @param weights what plans cost beside traffic
 * @param adoption when a plan is worth the change
 */
public record AdviserSettings(
        PlacementAlgorithm algorithm,
        Parameters parameters,
        long seed,
        Rules rules,
        Weights weights,
        AdoptionRules adoption) {}
