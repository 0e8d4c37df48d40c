/**
 * Object storage with the S3 protocol, as a source and sink of whole files. Needs the SDK's {@code
 * s3} and {@code url-connection-client}.
 */
@NullMarked
package io.eyewall.connectors.s3;

import org.jspecify.annotations.NullMarked;
