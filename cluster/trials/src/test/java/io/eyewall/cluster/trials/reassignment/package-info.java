/** Tests and measurements of re-assignments on real clusters. */
@NullMarked
package io.eyewall.cluster.trials.reassignment;

import org.jspecify.annotations.NullMarked;
