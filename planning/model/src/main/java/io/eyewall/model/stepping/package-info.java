/**
 * Simulates our engine step by step: cores that poll for work, sleep and are woken, idle spouts
 * that back off, batches that cross at the end of a step. It yields what queueing formulas cannot:
 * latency and processor time below full load (decision 108). Single-threaded; the same input gives
 * the same result.
 */
@NullMarked
package io.eyewall.model.stepping;

import org.jspecify.annotations.NullMarked;
