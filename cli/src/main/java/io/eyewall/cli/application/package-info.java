/**
 * A user's application: its jars and dependencies, its class loader, its main class and the
 * arguments for that.
 */
@NullMarked
package io.eyewall.cli.application;

import org.jspecify.annotations.NullMarked;
