/**
 * Parallel regions whose results come in the order of what went in: values are numbered before the
 * region, go through its replicas with their numbers, and are put in order behind it.
 */
@NullMarked
package io.eyewall.toolkit.region;

import org.jspecify.annotations.NullMarked;
