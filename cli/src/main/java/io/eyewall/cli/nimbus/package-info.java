/**
 * Clients of a Nimbus, Eyewall's or Storm's: addresses, Storm's own commands, and reports of
 * refusals.
 */
@NullMarked
package io.eyewall.cli.nimbus;

import org.jspecify.annotations.NullMarked;
