package io.eyewall.cli;

import org.apache.storm.utils.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String own = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "eyewall " + (own == null ? "(not packaged)" : own),
            "Storm API " + VersionInfo.getVersion(),
            "Java " + System.getProperty("java.version")
        };
    }
}
