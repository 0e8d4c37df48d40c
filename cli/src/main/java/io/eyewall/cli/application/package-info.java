/**
 * A user's application: its jars and dependencies, its class loader, its main class and the
 * arguments of its main method.
 */
@NullMarked
package io.eyewall.cli.application;

import org.jspecify.annotations.NullMarked;
