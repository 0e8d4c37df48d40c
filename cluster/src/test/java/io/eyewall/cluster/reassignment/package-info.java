/** Re-assignments on real clusters, measured. */
@NullMarked
package io.eyewall.cluster.reassignment;

import org.jspecify.annotations.NullMarked;
