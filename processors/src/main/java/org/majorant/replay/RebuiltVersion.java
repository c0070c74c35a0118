package org.majorant.replay;

import java.util.List;
import java.util.Optional;
import org.majorant.merge.Base;
import org.majorant.model.Model;
import org.majorant.schema.NameCount;

/**
 * A version that was rebuilt from its summaries.
 *
 * @param base that it was published from: its state, lineage and tally
 * @param model its parameters
 * @param names those of its features, where the spec's features need any
 * @param bases that were merged again on the way
 * @param summaries that were merged into them
 * @param bytes of all summaries of the model that were read
 * @param difference the first thing that came out otherwise than it was recorded, in one line;
 *     empty: all bases and the version are the same, bit for bit
 */
public record RebuiltVersion(
    Base base,
    Model model,
    List<NameCount> names,
    long bases,
    long summaries,
    long bytes,
    Optional<String> difference) {}
