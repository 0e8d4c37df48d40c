/**
 * A spam detector: features of an email and of what its sender sent lately, and a naive Bayes
 * classifier that has learnt from emails of both kinds. The purpose for which the study's pipeline
 * counts (section 3).
 */
@NullMarked
package io.eyewall.examples.email.spam;

import org.jspecify.annotations.NullMarked;
