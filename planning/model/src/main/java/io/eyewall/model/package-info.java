/**
 * The performance model: predicts the capacity and cost of a topology, answers what-if questions,
 * and contains a simulator.
 */
@NullMarked
package io.eyewall.model;

import org.jspecify.annotations.NullMarked;
