/**
 * Ports that others may reach, and what they may not do to us: connections, requests and answers
 * are limited in number, time and bytes, and no thread waits for a client. Netty, as Storm brings
 * it under names of its own, reads and writes; {@link io.eyewall.local.net.TcpPort} is where to
 * begin. A connection belongs to one of its event loops; what any thread may call says so.
 */
@NullMarked
package io.eyewall.local.net;

import org.jspecify.annotations.NullMarked;
