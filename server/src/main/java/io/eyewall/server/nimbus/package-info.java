/** Nimbus in front of topologies that run in processes of their own, and its port. */
@NullMarked
package io.eyewall.server.nimbus;

import org.jspecify.annotations.NullMarked;
