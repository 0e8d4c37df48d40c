package io.eyewall.topology;

import org.apache.storm.generated.Grouping;

/**
 * A component's subscription to a stream.
 *
 * @param targetComponentId who receives
 * @param grouping how tuples are spread over its tasks; Storm's own description, not to be changed
 */
public record SubscriptionPlan(String targetComponentId, Grouping grouping) {}
