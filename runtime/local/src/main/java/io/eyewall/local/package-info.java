/**
 * Runs topologies in this process: the embedding API ({@link io.eyewall.local.Eyewall}), the
 * in-process Nimbus that Storm's own clients call ({@link io.eyewall.local.LocalNimbus}), and the
 * hook for commands that launch an application ({@link io.eyewall.local.Launcher}). The package has
 * one thread, which closes the shared engine. Any thread may call. Depends on {@code engine} and
 * {@code topology}.
 */
@NullMarked
package io.eyewall.local;

import org.jspecify.annotations.NullMarked;
