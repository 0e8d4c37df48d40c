/** What Storm's daemons and clients are given: folders, configuration, command lines. */
@NullMarked
package io.eyewall.cluster.lab.storm;

import org.jspecify.annotations.NullMarked;
