/** The process that runs one topology for a server, and outlives it. */
@NullMarked
package io.eyewall.server.worker;

import org.jspecify.annotations.NullMarked;
