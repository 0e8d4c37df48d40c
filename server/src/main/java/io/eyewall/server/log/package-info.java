/** Log files of topologies, also of those that are over, for clients by HTTP and for commands. */
@NullMarked
package io.eyewall.server.log;

import org.jspecify.annotations.NullMarked;
