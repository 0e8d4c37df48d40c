package io.eyewall.connectors.s3;

import java.io.Serializable;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * A bucket and how to reach it.
 *
 * @param endpoint null for Amazon's
 * @param key of the account; null for what the SDK finds (environment, profile, instance)
 * @param secret of the account
 */
public record S3Bucket(
        String bucket,
        String region,
        @Nullable String endpoint,
        @Nullable String key,
        @Nullable String secret)
        implements Serializable {
    /** Amazon's, with the credentials that the SDK finds. */
    public static S3Bucket of(String bucket, String region) {
        return new S3Bucket(bucket, region, null, null, null);
    }

    /**
     * Another server's.
     *
     * @param endpoint {@code http://host:port} or {@code https://...}
     */
    public static S3Bucket at(String endpoint, String bucket, String key, String secret) {
        return new S3Bucket(bucket, "us-east-1", endpoint, key, secret);
    }

    /** A new client; its owner closes it. */
    public S3Client connect() {
        S3ClientBuilder builder =
                S3Client.builder()
                        .httpClient(UrlConnectionHttpClient.create())
                        .overrideConfiguration(
                                settings -> settings.addExecutionInterceptor(new WholeAnswers()))
                        .region(Region.of(region));
        if (endpoint != null) {
            // Other servers often know neither buckets as hosts nor the newer checksums.
            builder =
                    builder.endpointOverride(URI.create(endpoint))
                            .forcePathStyle(true)
                            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        }
        if (key != null && secret != null) {
            builder =
                    builder.credentialsProvider(
                            StaticCredentialsProvider.create(
                                    AwsBasicCredentials.create(key, secret)));
        }
        return builder.build();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "s3://" + bucket + (endpoint == null ? "" : " at " + endpoint);
    }
}
