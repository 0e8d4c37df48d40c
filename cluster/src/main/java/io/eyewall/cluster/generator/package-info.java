/**
 * The schedule generator (T-Storm, section IV-C): a service that hears from Nimbus how a cluster
 * is, and from monitors what executors use, and makes plans. One thread, {@code eyewall-generator},
 * owns its state ({@link io.eyewall.cluster.generator.Generator}, which is stepped); those of HTTP
 * leave views for it and hand over commands. Depends on {@code plugin.wire}, {@code placement} and
 * {@code web}.
 */
@NullMarked
package io.eyewall.cluster.generator;

import org.jspecify.annotations.NullMarked;
