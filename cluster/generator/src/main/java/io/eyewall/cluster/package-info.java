/**
 * Schedules for real Storm clusters: the packages beneath observe a cluster and place executors on
 * it. They do not depend on the laboratory, since they serve any cluster.
 */
@NullMarked
package io.eyewall.cluster;

import org.jspecify.annotations.NullMarked;
