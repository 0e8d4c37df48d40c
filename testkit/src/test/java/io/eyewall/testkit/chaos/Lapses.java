package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.io.Serializable;

/** The defect of one spout or bolt: which it is, and in which calls it shows. */
final class Lapses implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Defect defect;
    private final int oneOf;
    private final Shared<Ledger> shared;
    private int calls;

    /**
     * @param oneOf the defect shows in one of so many calls that could have it
     */
    Lapses(Defect defect, int oneOf, Shared<Ledger> shared) {
        this.defect = defect;
        this.oneOf = oneOf;
        this.shared = shared;
    }

    /** Whether it is this defect, in whatever call. */
    boolean are(Defect which) {
        return defect == which;
    }

    /** Whether it is this defect, and shows in the call that asks. */
    boolean showNow(Defect which) {
        return defect == which && ++calls % oneOf == 0;
    }

    /** What the run has seen. */
    Ledger ledger() {
        return shared.get();
    }
}
