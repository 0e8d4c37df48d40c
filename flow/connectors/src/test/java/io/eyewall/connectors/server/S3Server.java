package io.eyewall.connectors.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** S3Proxy in a JVM of its own, with its objects in a folder. */
public final class S3Server extends Server {
    /** Who may ask it. */
    public static final String KEY = "eyewall";

    /** The password of that. */
    public static final String SECRET = "eyewall-secret";

    /**
     * @param folder empty
     */
    public S3Server(Path folder) {
        super(folder);
    }

    @Override
    protected List<String> command() throws IOException {
        Path objects = Files.createDirectories(folder().resolve("objects"));
        Path settings = folder().resolve("s3proxy.properties");
        Files.writeString(
                settings,
                String.join(
                        "\n",
                        "s3proxy.authorization=aws-v2-or-v4",
                        "s3proxy.identity=" + KEY,
                        "s3proxy.credential=" + SECRET,
                        "s3proxy.endpoint=" + uri(),
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=none",
                        "jclouds.credential=none",
                        "jclouds.filesystem.basedir=" + objects));
        return java("256m", "org.gaul.s3proxy.Main", "--properties", settings.toString());
    }

    /** Its address. */
    public String uri() {
        return "http://127.0.0.1:" + port();
    }
}
