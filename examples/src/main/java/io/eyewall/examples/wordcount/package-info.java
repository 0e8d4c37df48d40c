/**
 * Counts the words of text files exactly, in a topology that kills itself when it is finished.
 * Depends on Storm's API only.
 */
package io.eyewall.examples.wordcount;
