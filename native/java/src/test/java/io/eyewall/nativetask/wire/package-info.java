/** Storm's wire, with C++ at its other end. */
package io.eyewall.nativetask.wire;
