/**
 * Runs inside the processes of an Apache Storm cluster: measures workers, and applies schedules in
 * Nimbus and supervisors. One jar that needs the JDK and Storm alone.
 */
@NullMarked
package io.eyewall.plugin;

import org.jspecify.annotations.NullMarked;
