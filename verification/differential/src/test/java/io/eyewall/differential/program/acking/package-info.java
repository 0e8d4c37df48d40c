/** Acks, fails, timeouts and trees of tuples. */
package io.eyewall.differential.program.acking;
