package io.eyewall.placement.advice;

import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.algorithm.PlacementAlgorithm;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;

/**
 * The settings of an adviser, which can be replaced while it is in use.
 *
 * @param algorithm computes plans
 * @param parameters the algorithm's parameters
 * @param seed the algorithm's random seed
 * @param rules the rules that plans must not violate
 * @param weights the costs of plans in addition to traffic
 * @param adoption the conditions under which a plan is adopted
 */
public record AdviserSettings(
        PlacementAlgorithm algorithm,
        Parameters parameters,
        long seed,
        Rules rules,
        Weights weights,
        AdoptionRules adoption) {}
