/**
 * A placement problem; a layout that keeps the cost of a placement up to date while executors move
 * ({@link io.eyewall.placement.plan.Layout}); and the finished plan, which explains itself. No
 * threads; depends on {@code placement.place} and {@code placement.load}.
 */
@NullMarked
package io.eyewall.placement.plan;

import org.jspecify.annotations.NullMarked;
