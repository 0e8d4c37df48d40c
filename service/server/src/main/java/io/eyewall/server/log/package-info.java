/** Log files of topologies, including topologies that are over, for HTTP clients and commands. */
@NullMarked
package io.eyewall.server.log;

import org.jspecify.annotations.NullMarked;
