/**
 * How threads of ours are run, so that what they meet with neither ends them silently nor spins.
 */
@NullMarked
package io.eyewall.engine.thread;

import org.jspecify.annotations.NullMarked;
