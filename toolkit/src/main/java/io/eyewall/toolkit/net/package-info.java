/** Lines from and to sockets and standard streams, and messages by HTTP. */
@NullMarked
package io.eyewall.toolkit.net;

import org.jspecify.annotations.NullMarked;
