/** MQTT 5 as source and sink, at least once. Needs {@code hivemq-mqtt-client}. */
@NullMarked
package io.eyewall.connectors.mqtt;

import org.jspecify.annotations.NullMarked;
