/**
 * What a long-running Eyewall offers by HTTP, put together: {@link io.eyewall.server.ServerSite}.
 * Depends on {@code rest}, {@code web} and {@code prometheus}.
 */
@NullMarked
package io.eyewall.server;

import org.jspecify.annotations.NullMarked;
