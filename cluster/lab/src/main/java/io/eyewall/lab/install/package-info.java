/**
 * Puts the plug-in into a Storm installation and takes it out again: jars and a marked part of
 * {@code storm.yaml}. No threads.
 */
@NullMarked
package io.eyewall.lab.install;

import org.jspecify.annotations.NullMarked;
