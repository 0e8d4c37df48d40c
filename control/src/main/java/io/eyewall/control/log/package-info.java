/**
 * The log of a process that runs topologies, for those who follow it from elsewhere: read from its
 * files, which rotate meanwhile, or kept in memory. All of it is bounded. Depends on the protocol
 * of {@code control} alone.
 */
@NullMarked
package io.eyewall.control.log;

import org.jspecify.annotations.NullMarked;
