/** Creates the folders, configuration and command lines of Storm's daemons and clients. */
@NullMarked
package io.eyewall.lab.storm;

import org.jspecify.annotations.NullMarked;
