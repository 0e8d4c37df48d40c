/**
 * A word count with Trident that counts each word once, also when its process is killed and started
 * again.
 */
package io.eyewall.examples.trident;
