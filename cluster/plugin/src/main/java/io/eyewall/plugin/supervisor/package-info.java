/**
 * The supervisors' part of smooth re-assignment: they start workers with this plug-in's main class,
 * and defer the kill of a worker that is handing over its executors. The workers make the
 * decisions. Runs on threads of Storm's supervisor ({@code SLOT_PORT}). Depends only on the JDK and
 * Storm.
 */
@NullMarked
package io.eyewall.plugin.supervisor;

import org.jspecify.annotations.NullMarked;
