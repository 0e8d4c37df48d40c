/**
 * Kafka: a source that commits offsets when tuple trees are complete, and a sink that writes at
 * least once or, by transactions, exactly once. Needs {@code kafka-clients}.
 */
@NullMarked
package io.eyewall.connectors.kafka;

import org.jspecify.annotations.NullMarked;
