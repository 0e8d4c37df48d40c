/** What becomes of messages when processes die: the topology's, or those of the servers. */
@NullMarked
package io.eyewall.connectors.kill;

import org.jspecify.annotations.NullMarked;
