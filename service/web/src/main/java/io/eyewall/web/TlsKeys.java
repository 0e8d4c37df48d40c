package io.eyewall.web;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.apache.storm.shade.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.storm.shade.io.netty.handler.ssl.SslContext;
import org.apache.storm.shade.io.netty.handler.ssl.SslContextBuilder;
import org.apache.storm.shade.io.netty.handler.ssl.SslProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server's key and certificates, from files, for TLS 1.2 and 1.3. */
public final class TlsKeys {
    private static final Logger LOG = LoggerFactory.getLogger(TlsKeys.class);
    private static final Pattern PEM_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

    private final SslContext context;

    private TlsKeys(SslContext context) {
        this.context = context;
    }

    /**
     * Reads PEM files.
     *
     * @param certificates file with the server's certificate, followed by the intermediate
     *     certificates
     * @param key file with the private key in PKCS#8, {@code BEGIN PRIVATE KEY}
     * @throws IOException if a file can't be read or used; the message says which
     */
    public static TlsKeys pem(Path certificates, Path key) throws IOException {
        File certificateFile = checkReadable(certificates);
        File keyFile = checkReadable(key);
        try {
            SslContext context = build(SslContextBuilder.forServer(certificateFile, keyFile));
            X509Certificate certificate = firstCertificate(certificateFile);
            if (!belongTogether(certificate.getPublicKey(), Files.readString(key))) {
                throw new IllegalArgumentException("the key is that of another certificate");
            }
            warnIfNotValidNow(certificates, certificate);
            return new TlsKeys(context);
        } catch (SSLException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    "TLS: "
                            + certificates
                            + " and "
                            + key
                            + " can't be used ("
                            + e.getMessage()
                            + "); expected certificates in PEM and their private key in PKCS#8"
                            + " without a password ('openssl pkcs8 -topk8 -nocrypt')",
                    e);
        }
    }

    /**
     * Reads a PKCS#12 file.
     *
     * @param password null for none
     * @throws IOException if the file can't be read or used
     */
    public static TlsKeys pkcs12(Path file, @Nullable String password) throws IOException {
        char[] secret = password == null ? null : password.toCharArray();
        try (InputStream in = Files.newInputStream(checkReadable(file).toPath())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, secret);
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, secret);
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)
                        && store.getCertificate(alias) instanceof X509Certificate certificate) {
                    warnIfNotValidNow(file, certificate);
                }
            }
            return new TlsKeys(build(SslContextBuilder.forServer(keys)));
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    "TLS: "
                            + file
                            + " can't be used ("
                            + e.getMessage()
                            + "); expected PKCS#12 with one key, and its password",
                    e);
        }
    }

    private static X509Certificate firstCertificate(File certificates)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(certificates.toPath())) {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    /**
     * Returns whether the private key belongs to the certificate's public key, by signing and
     * verifying. Without this check the server would start, but every TLS handshake would fail.
     * Also returns true for key algorithms that it does not know.
     */
    private static boolean belongTogether(PublicKey publicKey, String pem)
            throws GeneralSecurityException {
        String algorithm =
                switch (publicKey.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    case "EdDSA" -> "EdDSA";
                    default -> null;
                };
        Matcher body = PEM_KEY.matcher(pem);
        if (algorithm == null || !body.find()) {
            return true;
        }
        PrivateKey key;
        try {
            byte[] der = Base64.getMimeDecoder().decode(body.group(1));
            key =
                    KeyFactory.getInstance(publicKey.getAlgorithm())
                            .generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (InvalidKeySpecException e) { // the key is for another algorithm
            return false;
        }
        byte[] sample = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(sample);
        byte[] signatureBytes = signature.sign();
        signature.initVerify(publicKey);
        signature.update(sample);
        try {
            return signature.verify(signatureBytes);
        } catch (SignatureException e) { // the key has another length
            return false;
        }
    }

    private static void warnIfNotValidNow(Path file, X509Certificate certificate) {
        String problem = whyNotValid(certificate, Instant.now());
        if (problem != null) {
            LOG.warn("TLS: {} {}: clients will refuse it", file, problem);
        }
    }

    /** Returns the reason why a certificate is not valid at a time; null if it is. */
    static @Nullable String whyNotValid(X509Certificate certificate, Instant now) {
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        if (now.isAfter(until)) {
            return "has expired at " + until;
        }
        return now.isBefore(from) ? "is not valid before " + from : null;
    }

    private static File checkReadable(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("TLS: " + file + " is not there, or may not be read");
        }
        return file.toFile();
    }

    private static SslContext build(SslContextBuilder builder) throws SSLException {
        return builder.sslProvider(SslProvider.JDK).protocols("TLSv1.3", "TLSv1.2").build();
    }

    Supplier<SSLEngine> engines() {
        return () -> context.newEngine(UnpooledByteBufAllocator.DEFAULT);
    }
}
