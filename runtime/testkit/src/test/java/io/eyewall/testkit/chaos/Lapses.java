package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.io.Serializable;

/** The defect of one spout or bolt, and the calls in which it shows. */
final class Lapses implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Defect defect;
    private final int oneOf;
    private final Shared<Ledger> shared;
    private int calls;

    /**
     * @param defect the defect
     * @param oneOf the defect shows in one of this number of calls that could have it
     * @param shared the ledger of the run
     */
    Lapses(Defect defect, int oneOf, Shared<Ledger> shared) {
        this.defect = defect;
        this.oneOf = oneOf;
        this.shared = shared;
    }

    /** Returns whether this is the given defect, whether or not it shows in this call. */
    boolean are(Defect which) {
        return defect == which;
    }

    /** Returns whether this is the given defect and it shows in this call. */
    boolean showNow(Defect which) {
        return defect == which && ++calls % oneOf == 0;
    }

    /** Returns the ledger of the run. */
    Ledger ledger() {
        return shared.get();
    }
}
