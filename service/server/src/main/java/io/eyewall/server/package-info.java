/**
 * The server and its routes; {@link io.eyewall.server.ServerSite} assembles the routes. Depends on
 * {@code rest}, {@code web} and {@code prometheus}.
 */
@NullMarked
package io.eyewall.server;

import org.jspecify.annotations.NullMarked;
