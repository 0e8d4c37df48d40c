/**
 * Real servers for tests, each with a folder of its own on a free port of the loopback interface:
 * started, killed with SIGKILL and started again on the same data. Where a program is missing the
 * test is skipped, and says which package has it.
 */
@NullMarked
package io.eyewall.connectors.server;

import org.jspecify.annotations.NullMarked;
