/**
 * Decides from where classes of Storm, of Eyewall and of the application are loaded. Loaded once,
 * by the loader that has loaded the command's main; everything else of the command is loaded by
 * what is here.
 */
@NullMarked
package io.eyewall.local.launch;

import org.jspecify.annotations.NullMarked;
