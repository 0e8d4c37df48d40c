/**
 * The building blocks of programs: spouts and bolts whose bodies are lambdas, the probe to which
 * they write, and the stage that submits topologies and waits.
 */
package io.eyewall.differential.stage;
