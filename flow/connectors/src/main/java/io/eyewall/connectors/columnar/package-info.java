/**
 * Avro and Parquet files, and zstd. Avro needs {@code avro} and {@code zstd-jni}; Parquet {@code
 * parquet-avro}, {@code zstd-jni} and two of Hadoop's jars, without their dependencies.
 */
@NullMarked
package io.eyewall.connectors.columnar;

import org.jspecify.annotations.NullMarked;
