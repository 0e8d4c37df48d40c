/**
 * Programs about Trident. Their observations do not depend on the order of one stream's batches,
 * because they use one batch at a time or sort the observations.
 */
package io.eyewall.differential.program.trident;
