/**
 * The blob store of a cluster in this process: files that applications store under a key, and that
 * topologies find under a local name. Any thread may call; several processes may use the same
 * folder.
 */
@NullMarked
package io.eyewall.local.blob;

import org.jspecify.annotations.NullMarked;
