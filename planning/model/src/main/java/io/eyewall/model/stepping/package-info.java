/**
 * Simulates our engine step by step: cores that poll for work, sleep and are woken, idle spouts
 * that back off, batches that are handed over at the end of a step. It computes latency and
 * processor time below full load, which queueing formulas cannot (decision 108). Single-threaded;
 * the same input gives the same result.
 */
@NullMarked
package io.eyewall.model.stepping;

import org.jspecify.annotations.NullMarked;
