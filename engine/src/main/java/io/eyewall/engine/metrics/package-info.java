/** What can be read of a running topology, as immutable records. */
package io.eyewall.engine.metrics;
