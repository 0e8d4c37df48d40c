/**
 * The immutable plan of a topology: components, streams, subscriptions, tasks and executors, and
 * the configuration of each component, built once from a Storm topology. No threads; depends on
 * storm-client and {@code topology.config} only.
 */
@NullMarked
package io.eyewall.topology;

import org.jspecify.annotations.NullMarked;
