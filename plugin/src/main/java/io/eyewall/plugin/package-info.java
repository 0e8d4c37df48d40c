/**
 * What runs inside the processes of an Apache Storm cluster: measures workers, and does in Nimbus
 * and supervisors what a schedule asks for. One jar that needs the JDK and Storm alone.
 */
@NullMarked
package io.eyewall.plugin;

import org.jspecify.annotations.NullMarked;
