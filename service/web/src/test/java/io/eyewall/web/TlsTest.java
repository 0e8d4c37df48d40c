package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.ports.HttpAnswer;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TlsTest {
    private static final String PASSWORD = "password of a test";

    private Path folder;
    private Path store;
    private KeyStore keys;

    @BeforeEach
    void makeKeys(@TempDir Path directory) throws Exception {
        folder = directory;
        store = folder.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keystore",
                                store.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-alias",
                                "server",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost,ip:127.0.0.1")
                        .redirectErrorStream(true)
                        .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
    }

    private int ask(TlsKeys tls) throws Exception {
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        List<WebRoute> routes = List.of(WebRoute.api("/a", request -> HttpAnswer.text("ok")));
        try (WebServer server =
                WebServer.start(WebSettings.loopback(0).with(tls), routes, RequestListener.NONE)) {
            assertThat(server.address()).startsWith("https://");
            return HttpClient.newBuilder()
                    .sslContext(context)
                    .build()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.address() + "/a")).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        }
    }

    @Test
    void servesWithKeysOfPkcs12() throws Exception {
        assertThat(ask(TlsKeys.pkcs12(store, PASSWORD))).isEqualTo(200);
    }

    @Test
    void servesWithKeysOfPem() throws Exception {
        Key key = keys.getKey("server", PASSWORD.toCharArray());
        Certificate certificate = keys.getCertificate("server");

        assertThat(
                        ask(
                                TlsKeys.pem(
                                        pem("CERTIFICATE", certificate.getEncoded()),
                                        pem("PRIVATE KEY", key.getEncoded()))))
                .isEqualTo(200);
    }

    private Path pem(String kind, byte[] content) throws Exception {
        Path file = folder.resolve(kind.replace(' ', '-') + ".pem");
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                file, "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
    }

    @Test
    void saysWhichFileIsWrong() {
        Path nowhere = folder.resolve("nowhere.pem");

        assertThatThrownBy(() -> TlsKeys.pem(nowhere, nowhere)).hasMessageContaining("nowhere.pem");
        assertThatThrownBy(() -> TlsKeys.pem(store, store)).hasMessageContaining("PKCS#8");
        assertThatThrownBy(() -> TlsKeys.pkcs12(store, "wrong"))
                .hasMessageContaining("keys.p12")
                .hasMessageNotContaining("wrong)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA", "Ed25519"})
    void aKeyOfAnotherCertificateIsRefused(String algorithm) throws Exception {
        byte[] other =
                KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate().getEncoded();
        Path certificate = pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
        Path key = pem("PRIVATE KEY", other);

        assertThatThrownBy(() -> TlsKeys.pem(certificate, key))
                .hasMessageContaining("the key is that of another certificate");
    }

    @Test
    void saysWhenACertificateIsNotValid() throws Exception {
        X509Certificate certificate = (X509Certificate) keys.getCertificate("server");
        Instant until = certificate.getNotAfter().toInstant();

        assertThat(TlsKeys.whyNotValid(certificate, until.minusSeconds(60))).isNull();
        assertThat(TlsKeys.whyNotValid(certificate, until.plusSeconds(60)))
                .isEqualTo("has expired at " + until);
        assertThat(
                        TlsKeys.whyNotValid(
                                certificate,
                                certificate.getNotBefore().toInstant().minusSeconds(60)))
                .startsWith("is not valid before ");
    }
}
