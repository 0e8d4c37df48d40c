/**
 * Answers what-if questions: rate, bottleneck, latency, cheapest configuration, gains, max spout
 * pending.
 */
@NullMarked
package io.eyewall.model.whatif;

import org.jspecify.annotations.NullMarked;
