/**
 * The REST API of Storm's UI, as a function of Nimbus: a request goes in, an answer comes out, and
 * no connection is seen. {@link io.eyewall.server.rest.StormRest} is where to begin. Any thread may
 * call; calls take as long as Nimbus does. Depends on nothing.
 */
@NullMarked
package io.eyewall.server.rest;

import org.jspecify.annotations.NullMarked;
