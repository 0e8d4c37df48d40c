/**
 * Programs that are defined in YAML and read by Storm's own Flux, which is on both systems' class
 * paths.
 */
package io.eyewall.differential.program.flux;
