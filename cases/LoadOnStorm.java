import org.apache.storm.LocalCluster;

/** Runs Load on Storm's own LocalCluster for some seconds. */
public final class LoadOnStorm {
    private LoadOnStorm() {}

    /**
     * Never returns.
     *
     * @param args of Load
     */
    public static void main(String[] args) throws Exception {
        LocalCluster.withLocalModeOverride(
                () -> {
                    Load.main(args);
                    return null;
                },
                25L);
        Runtime.getRuntime().halt(0);
    }
}
