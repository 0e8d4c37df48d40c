/**
 * What was measured in a window of time: the load of each executor and the traffic between them,
 * and their averages over windows. No threads; uses the JDK only.
 */
@NullMarked
package io.eyewall.placement.load;

import org.jspecify.annotations.NullMarked;
