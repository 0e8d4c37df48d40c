/**
 * What programs are made of: spouts and bolts whose bodies are lambdas, the probe that they write
 * to, and the stage that submits topologies and waits.
 */
package io.eyewall.differential.stage;
