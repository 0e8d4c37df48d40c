/**
 * Decides from where classes of Storm, Eyewall and the application are loaded. This package is
 * loaded once, by the loader of the command's main class; it loads all other classes of the
 * command.
 */
@NullMarked
package io.eyewall.local.launch;

import org.jspecify.annotations.NullMarked;
