/**
 * The blob store of a cluster in this process: files that applications keep under a key, and that
 * topologies find under a name of their own. Any thread may call; folders of several processes may
 * be the same.
 */
@NullMarked
package io.eyewall.local.blob;

import org.jspecify.annotations.NullMarked;
