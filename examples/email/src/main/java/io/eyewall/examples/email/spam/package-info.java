/**
 * A spam detector: computes features of an email and of its sender's recent emails, and classifies
 * them with a naive Bayes classifier trained with both kinds. Spam detection is the purpose of the
 * metrics in the study's pipeline (section 3).
 */
@NullMarked
package io.eyewall.examples.email.spam;

import org.jspecify.annotations.NullMarked;
