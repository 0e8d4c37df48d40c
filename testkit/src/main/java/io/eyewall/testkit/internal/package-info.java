/**
 * Makes those parts of Storm that ask the machine's clock, and have threads to wait for it, follow
 * the clock of a stepped engine: windowed bolts and the spout of checkpoints. They offer no seam
 * for that, so it is done by reflection on the fields of Storm 2.8.3. Everything runs on the thread
 * that drives the engine. Not promised.
 */
@NullMarked
package io.eyewall.testkit.internal;

import org.jspecify.annotations.NullMarked;
