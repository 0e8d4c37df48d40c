/** Loads the classes of applications next to those of Storm and Eyewall. */
@NullMarked
package io.eyewall.local.application;

import org.jspecify.annotations.NullMarked;
