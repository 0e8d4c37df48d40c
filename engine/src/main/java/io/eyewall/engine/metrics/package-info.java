/**
 * What can be read of a running topology, as immutable records. Depends on nothing.
 */
package io.eyewall.engine.metrics;
