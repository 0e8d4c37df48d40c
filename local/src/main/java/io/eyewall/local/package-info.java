/**
 * Runs topologies in this process: the embedding API ({@link io.eyewall.local.Eyewall}), the
 * in-process Nimbus that Storm's own clients talk to ({@link io.eyewall.local.LocalNimbus}), and
 * the hook of the command that launches an application. No threads of its own but one that closes
 * the shared engine; everything may be called from any thread. Depends on {@code engine} and {@code
 * topology}.
 */
@NullMarked
package io.eyewall.local;

import org.jspecify.annotations.NullMarked;
