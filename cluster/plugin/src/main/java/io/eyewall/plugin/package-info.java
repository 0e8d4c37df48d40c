/**
 * Runs inside the processes of an Apache Storm cluster: measures workers, and applies schedules in
 * Nimbus and supervisors. One jar that depends only on the JDK and Storm.
 */
@NullMarked
package io.eyewall.plugin;

import org.jspecify.annotations.NullMarked;
