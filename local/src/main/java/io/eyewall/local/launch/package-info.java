/**
 * Where classes of Storm, of ours and of the application come from. Loaded once, by the loader that
 * has loaded the command's main; everything else of the command is loaded by what is here.
 */
@NullMarked
package io.eyewall.local.launch;

import org.jspecify.annotations.NullMarked;
