/**
 * What our engine does in time, step by step: cores that look for work, sleep and are woken, spouts
 * that are asked again after a rest, batches that cross at the end of a step. Gives what formulas
 * of waiting can't: latency and processor time below full load (decision 108). One thread; the same
 * numbers give the same result.
 */
@NullMarked
package io.eyewall.model.stepping;

import org.jspecify.annotations.NullMarked;
