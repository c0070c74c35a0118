package org.majorant.stream;

import java.nio.ByteBuffer;
import org.majorant.learn.Site;
import org.majorant.learn.SiteCodec;
import org.majorant.model.Dimensions;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;

/**
 * One merge result as it was broadcast.
 *
 * @param head its number, lineage and tally
 * @param state (A, b) and the feature scale, whole
 */
public record Base(SurrogateHead head, Site state) {
  static Base of(final Snapshot<SurrogateHead> snapshot, final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    return new Base(
        snapshot.head(),
        SiteCodec.decode(
            ByteBuffer.wrap(snapshot.data()), dimensions.vectors(), dimensions.features()));
  }
}
