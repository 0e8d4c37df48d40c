/**
 * Checks compiled applications against the Storm that is here, without loading their classes: which
 * of Storm's classes, methods and fields they use that are missing. On the thread that is about to
 * load an application.
 */
@NullMarked
package io.eyewall.local.link;

import org.jspecify.annotations.NullMarked;
