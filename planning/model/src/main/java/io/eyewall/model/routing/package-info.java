/**
 * Models how tuples spread over executors: groupings, skewed keys, preference for tasks at the
 * sender's place.
 */
@NullMarked
package io.eyewall.model.routing;

import org.jspecify.annotations.NullMarked;
