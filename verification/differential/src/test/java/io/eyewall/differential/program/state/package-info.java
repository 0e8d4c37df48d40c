/** Stateful bolts and checkpoints. */
package io.eyewall.differential.program.state;
