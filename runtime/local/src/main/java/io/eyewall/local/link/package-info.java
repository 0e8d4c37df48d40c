/**
 * Checks compiled applications against the Storm of this process, without loading their classes:
 * finds the classes, methods and fields of Storm that they use and that are missing. Runs on the
 * thread that is about to load an application.
 */
@NullMarked
package io.eyewall.local.link;

import org.jspecify.annotations.NullMarked;
