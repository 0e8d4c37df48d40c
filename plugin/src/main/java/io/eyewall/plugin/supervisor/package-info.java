/**
 * Smooth re-assignment, as supervisors see it: they start workers with a main class of ours, and
 * hold back the end of one that hands over its executors. Decisions are the workers' own. Runs on
 * threads of Storm's supervisor ({@code SLOT_PORT}). Needs the JDK and Storm alone.
 */
@NullMarked
package io.eyewall.plugin.supervisor;

import org.jspecify.annotations.NullMarked;
