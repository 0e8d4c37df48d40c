/** Tests that start real clusters of Storm by the laboratory. */
@NullMarked
package io.eyewall.cluster.trials;

import org.jspecify.annotations.NullMarked;
