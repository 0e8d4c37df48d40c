/**
 * Counts the words of text files, exactly, in a topology that ends itself when it is done. Depends
 * on Storm's API only.
 */
package io.eyewall.examples.wordcount;
