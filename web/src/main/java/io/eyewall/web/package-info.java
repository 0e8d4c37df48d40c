/**
 * The front that browsers and programs reach by HTTP: who may ask, where a request goes, files from
 * the class path, streams of events. {@link io.eyewall.web.WebServer} is where to begin. Event
 * loops read and write; what may take long runs on threads of {@code eyewall-web}. Depends on
 * nothing.
 */
@NullMarked
package io.eyewall.web;

import org.jspecify.annotations.NullMarked;
