/** Re-assignments on real clusters, measured. */
@NullMarked
package io.eyewall.cluster.trials.reassignment;

import org.jspecify.annotations.NullMarked;
