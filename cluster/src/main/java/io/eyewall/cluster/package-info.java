/**
 * Eyewall for real clusters of Storm. {@link io.eyewall.cluster.lab} runs such a cluster on this
 * machine. What watches clusters and places on them stands beside it, in packages that need nothing
 * of the laboratory, since they run in Storm's own daemons and workers.
 */
@NullMarked
package io.eyewall.cluster;

import org.jspecify.annotations.NullMarked;
