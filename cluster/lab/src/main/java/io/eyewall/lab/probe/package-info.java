/**
 * Queries a lab's Nimbus from a process on its host, as Nimbus is reachable only from the lab's
 * hosts, and prints its answers. Depends on Storm's client only.
 */
@NullMarked
package io.eyewall.lab.probe;

import org.jspecify.annotations.NullMarked;
