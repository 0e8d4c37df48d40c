/**
 * Applies a generator's plan in Nimbus (T-Storm, section IV-C): a scheduler that Nimbus calls, and
 * one thread that fetches plans. Depends on {@code plugin.wire}.
 */
@NullMarked
package io.eyewall.plugin.scheduler;

import org.jspecify.annotations.NullMarked;
