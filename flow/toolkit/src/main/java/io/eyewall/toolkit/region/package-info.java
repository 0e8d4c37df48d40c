/**
 * Parallel regions that keep the order of their input: values are numbered before the region, pass
 * through its replicas with their numbers, and are put in order behind it.
 */
@NullMarked
package io.eyewall.toolkit.region;

import org.jspecify.annotations.NullMarked;
