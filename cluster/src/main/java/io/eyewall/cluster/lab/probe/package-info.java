/**
 * Runs beside a lab's Nimbus, in a process of its own, since nobody else reaches that; prints what
 * Nimbus says. Needs Storm's client and nothing else.
 */
@NullMarked
package io.eyewall.cluster.lab.probe;

import org.jspecify.annotations.NullMarked;
