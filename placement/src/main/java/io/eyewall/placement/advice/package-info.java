/**
 * When to change a running placement: an adviser takes a snapshot per period and answers which
 * executors should move. No threads, no clock: time is an argument. Depends on {@code
 * placement.algorithm} and below.
 */
@NullMarked
package io.eyewall.placement.advice;

import org.jspecify.annotations.NullMarked;
