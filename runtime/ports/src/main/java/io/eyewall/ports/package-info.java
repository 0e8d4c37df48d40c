/**
 * Ports for other processes, protected against their clients: connections, requests and answers are
 * limited in number, time and bytes, and no thread waits for a client. Storm's shaded copy of Netty
 * reads and writes; start reading at {@link io.eyewall.ports.TcpPort}. A connection belongs to one
 * of Netty's event loops; classes that any thread may call say so.
 */
@NullMarked
package io.eyewall.ports;

import org.jspecify.annotations.NullMarked;
