package org.majorant.store;

import org.majorant.schema.AvroSerde;
import org.majorant.schema.ModelBlock;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SchemaRegistry;

/** How versions of models lie on the model topic, as {@code model.avdl} defines their heads. */
final class ModelFormat extends SnapshotFormat<ModelHead> {
  private final AvroSerde<ModelHead> heads;
  private final AvroSerde<ModelBlock> blocks;

  ModelFormat(final SchemaRegistry registry) {
    heads = AvroSerde.of(ModelHead.class, registry, topic());
    blocks = AvroSerde.of(ModelBlock.class, registry, topic());
  }

  @Override
  public void register() {
    heads.register();
    blocks.register();
  }

  @Override
  public String topic() {
    return Topics.MODELS;
  }

  @Override
  public String model(final ModelHead head) {
    return head.getModel();
  }

  @Override
  public long number(final ModelHead head) {
    return head.getVersion();
  }

  @Override
  long snapshot(final ModelHead head) {
    return head.getSnapshot();
  }

  @Override
  int blocks(final ModelHead head) {
    return head.getBlocks();
  }

  @Override
  long checksum(final ModelHead head) {
    return head.getChecksum();
  }

  @Override
  byte[] encodeHead(final ModelHead head, final int count, final long checksum) {
    return heads.encode(ModelHead.newBuilder(head).setBlocks(count).setChecksum(checksum).build());
  }

  @Override
  ModelHead decodeHead(final byte[] value) {
    return heads.decode(value);
  }

  @Override
  byte[] encodeBlock(final String model, final Block block) {
    return blocks.encode(new ModelBlock(model, block.number(), block.index(), block.data()));
  }

  @Override
  Block decodeBlock(final byte[] value) {
    final ModelBlock block = blocks.decode(value);
    return new Block(block.getVersion(), block.getBlock(), block.getData());
  }
}
