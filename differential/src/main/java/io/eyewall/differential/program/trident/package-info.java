/**
 * Programs of Trident. What they observe is the same for every order that batches of one stream may
 * take: with one batch at a time, or sorted.
 */
package io.eyewall.differential.program.trident;
