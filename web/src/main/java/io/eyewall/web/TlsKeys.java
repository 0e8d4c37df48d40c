package io.eyewall.web;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.apache.storm.shade.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.storm.shade.io.netty.handler.ssl.SslContext;
import org.apache.storm.shade.io.netty.handler.ssl.SslContextBuilder;
import org.apache.storm.shade.io.netty.handler.ssl.SslProvider;
import org.jspecify.annotations.Nullable;

/** A server's key and certificates, from files, for TLS 1.2 and 1.3. */
public final class TlsKeys {
    private final SslContext context;

    private TlsKeys(SslContext context) {
        this.context = context;
    }

    /**
     * Of PEM files.
     *
     * @param certificates the server's own first, then those that vouch for it
     * @param key PKCS#8, {@code BEGIN PRIVATE KEY}
     * @throws IOException if a file can't be read or used; says which
     */
    public static TlsKeys pem(Path certificates, Path key) throws IOException {
        File certificateFile = readable(certificates);
        File keyFile = readable(key);
        try {
            return new TlsKeys(build(SslContextBuilder.forServer(certificateFile, keyFile)));
        } catch (SSLException | IllegalArgumentException e) {
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
     * Of a PKCS#12 file.
     *
     * @param password null for none
     * @throws IOException if it can't be read or used
     */
    public static TlsKeys pkcs12(Path file, @Nullable String password) throws IOException {
        char[] secret = password == null ? null : password.toCharArray();
        try (InputStream in = Files.newInputStream(readable(file).toPath())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, secret);
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, secret);
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

    private static File readable(Path file) throws IOException {
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
