/** NaaStorm's experiment: what a node at a switch does for streams of leaves. */
@NullMarked
package io.eyewall.cluster.trials.network;

import org.jspecify.annotations.NullMarked;
