package org.majorant.store;

import org.majorant.schema.AvroSerde;
import org.majorant.schema.SurrogateBlock;
import org.majorant.schema.SurrogateHead;

/** How bases of surrogates lie on their topic, as {@code surrogate.avdl} defines their heads. */
final class SurrogateFormat extends SnapshotFormat<SurrogateHead> {
  private final AvroSerde<SurrogateHead> heads = AvroSerde.of(SurrogateHead.class);
  private final AvroSerde<SurrogateBlock> blocks = AvroSerde.of(SurrogateBlock.class);

  @Override
  public void register() {} // bases are between us

  @Override
  public String topic() {
    return Topics.SURROGATES;
  }

  @Override
  public String model(final SurrogateHead head) {
    return head.getModel();
  }

  @Override
  public long number(final SurrogateHead head) {
    return head.getBase();
  }

  @Override
  long snapshot(final SurrogateHead head) {
    return head.getSnapshot();
  }

  @Override
  int blocks(final SurrogateHead head) {
    return head.getBlocks();
  }

  @Override
  long checksum(final SurrogateHead head) {
    return head.getChecksum();
  }

  @Override
  byte[] encodeHead(final SurrogateHead head, final int count, final long checksum) {
    return heads.encode(
        SurrogateHead.newBuilder(head).setBlocks(count).setChecksum(checksum).build());
  }

  @Override
  SurrogateHead decodeHead(final byte[] value) {
    return heads.decode(value);
  }

  @Override
  byte[] encodeBlock(final String model, final Block block) {
    return blocks.encode(new SurrogateBlock(model, block.number(), block.index(), block.data()));
  }

  @Override
  Block decodeBlock(final byte[] value) {
    final SurrogateBlock block = blocks.decode(value);
    return new Block(block.getBase(), block.getBlock(), block.getData());
  }
}
