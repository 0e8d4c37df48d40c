/**
 * Measurements of a time window: the load of each executor and the traffic between executors, and
 * averages over windows. No threads; uses the JDK only.
 */
@NullMarked
package io.eyewall.placement.load;

import org.jspecify.annotations.NullMarked;
