/**
 * The HTTP front for browsers and programs: access control, routes, files from the class path,
 * streams of events. {@link io.eyewall.web.WebServer} is the entry point. Event loops read and
 * write; handlers that may block run on threads of {@code eyewall-web}. Depends on nothing.
 */
@NullMarked
package io.eyewall.web;

import org.jspecify.annotations.NullMarked;
