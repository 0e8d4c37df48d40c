/**
 * What people and programs that look on cost a topology: a server in processes of its own, as users
 * have it, with and without a hundred readers of its pages.
 */
package io.eyewall.benchmarks.readers;
