/**
 * Formats of whole files: text lines, plain or compressed, Avro and Parquet. Avro needs {@code
 * avro}; Parquet {@code parquet-avro} and two jars of Hadoop's, without what those need; zstd
 * {@code zstd-jni}.
 */
@NullMarked
package io.eyewall.connectors.file;

import org.jspecify.annotations.NullMarked;
