/** Sources and sinks for Kafka, Redis, JDBC, MQTT and S3, and columnar files. */
@NullMarked
package io.eyewall.connectors;

import org.jspecify.annotations.NullMarked;
