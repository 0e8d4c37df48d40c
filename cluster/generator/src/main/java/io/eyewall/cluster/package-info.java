/**
 * Eyewall for real Storm clusters. {@link io.eyewall.lab} runs such a cluster on this machine. The
 * packages that observe clusters and place executors on them do not depend on the laboratory, since
 * they serve any Storm cluster.
 */
@NullMarked
package io.eyewall.cluster;

import org.jspecify.annotations.NullMarked;
