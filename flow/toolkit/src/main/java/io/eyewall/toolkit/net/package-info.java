/** Sources and sinks of lines over sockets and standard streams, and of messages over HTTP. */
@NullMarked
package io.eyewall.toolkit.net;

import org.jspecify.annotations.NullMarked;
