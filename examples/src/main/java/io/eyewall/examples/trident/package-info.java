/**
 * A word count with Trident that counts each word exactly once, even if its process is killed and
 * restarted.
 */
package io.eyewall.examples.trident;
