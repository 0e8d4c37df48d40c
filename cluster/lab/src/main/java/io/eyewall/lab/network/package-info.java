/** Connects a lab's hosts: namespaces with shaped links, or this machine's own loopback. */
@NullMarked
package io.eyewall.lab.network;

import org.jspecify.annotations.NullMarked;
