/**
 * Makes windowed bolts and the checkpoint spout, which read the machine's clock and have threads
 * that wait for it, follow the clock of a stepped engine. Storm has no extension point for that, so
 * this package uses reflection on the fields of Storm 2.8.3. Everything runs on the thread that
 * drives the engine. Not part of the public API.
 */
@NullMarked
package io.eyewall.testkit.internal;

import org.jspecify.annotations.NullMarked;
