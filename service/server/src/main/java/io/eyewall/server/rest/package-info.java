/**
 * The REST API of Storm's UI as a function of Nimbus, from a request to an answer, independent of
 * any HTTP connection. {@link io.eyewall.server.rest.StormRest} is the entry point. Any thread may
 * call; a call blocks as long as its calls to Nimbus. Depends on nothing.
 */
@NullMarked
package io.eyewall.server.rest;

import org.jspecify.annotations.NullMarked;
