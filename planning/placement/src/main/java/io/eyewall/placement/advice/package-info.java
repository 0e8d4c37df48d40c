/**
 * The decision when to change a running placement: an adviser receives a snapshot per period and
 * returns the executors that should move. No threads, no clock: time is an argument. Depends on
 * {@code placement.algorithm} and below.
 */
@NullMarked
package io.eyewall.placement.advice;

import org.jspecify.annotations.NullMarked;
