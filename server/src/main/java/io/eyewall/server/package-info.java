/**
 * Serves a long-running Eyewall by HTTP; {@link io.eyewall.server.ServerSite} puts the routes
 * together. Depends on {@code rest}, {@code web} and {@code prometheus}.
 */
@NullMarked
package io.eyewall.server;

import org.jspecify.annotations.NullMarked;
