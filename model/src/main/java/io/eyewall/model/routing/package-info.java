/** How tuples spread over executors: groupings, skewed keys, tasks of the own place first. */
@NullMarked
package io.eyewall.model.routing;

import org.jspecify.annotations.NullMarked;
