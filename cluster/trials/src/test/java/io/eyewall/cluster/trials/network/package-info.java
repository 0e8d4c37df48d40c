/** NaaStorm's experiment: measures how a node at a switch speeds up streams between leaves. */
@NullMarked
package io.eyewall.cluster.trials.network;

import org.jspecify.annotations.NullMarked;
