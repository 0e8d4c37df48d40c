/**
 * Finds the jars of Storm and its dependencies, which the build of this module lists, or downloads
 * them.
 */
@NullMarked
package io.eyewall.lab.jars;

import org.jspecify.annotations.NullMarked;
