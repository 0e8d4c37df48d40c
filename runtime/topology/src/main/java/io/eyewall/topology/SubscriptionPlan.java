package io.eyewall.topology;

import org.apache.storm.generated.Grouping;

/**
 * A component's subscription to a stream.
 *
 * @param targetComponentId the subscribing component
 * @param grouping how tuples are distributed over its tasks; Storm's own object, not to be changed
 */
public record SubscriptionPlan(String targetComponentId, Grouping grouping) {}
