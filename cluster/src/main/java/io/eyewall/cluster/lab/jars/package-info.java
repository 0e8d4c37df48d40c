/** Storm's own jars: which, listed when this module is built, and from where. */
@NullMarked
package io.eyewall.cluster.lab.jars;

import org.jspecify.annotations.NullMarked;
