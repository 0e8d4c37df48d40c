/** Tests that start real Storm clusters in the laboratory. */
@NullMarked
package io.eyewall.cluster.trials;

import org.jspecify.annotations.NullMarked;
