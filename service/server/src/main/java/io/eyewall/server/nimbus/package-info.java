/** The Nimbus of a server, whose topologies run in processes of their own, and its Thrift port. */
@NullMarked
package io.eyewall.server.nimbus;

import org.jspecify.annotations.NullMarked;
