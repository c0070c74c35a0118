package org.majorant.file.record;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Unpacks the pages of Parquet files by the libraries that Kafka's clients bring. Parquet's own way
 * would need codecs of Hadoop.
 */
final class PageDecompressors implements CompressionCodecFactory {
  /** Unpacks one page. */
  @FunctionalInterface
  private interface Codec {
    byte[] unpack(byte[] packed, int size) throws IOException;
  }

  @Override
  public BytesInputDecompressor getDecompressor(final CompressionCodecName name) {
    final Codec codec =
        switch (name) {
          case UNCOMPRESSED -> (packed, size) -> packed;
          case SNAPPY -> (packed, size) -> Snappy.uncompress(packed);
          case ZSTD -> Zstd::decompress;
          case LZ4_RAW ->
              (packed, size) ->
                  LZ4Factory.fastestInstance().safeDecompressor().decompress(packed, size);
          case GZIP ->
              (packed, size) -> {
                try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
                  return in.readNBytes(size);
                }
              };
          case LZO, BROTLI, LZ4 ->
              throw new IllegalArgumentException(
                  "its pages are packed by %s; write it with snappy, zstd, gzip or lz4_raw"
                      .formatted(name));
        };
    return new Decompressor(codec);
  }

  @Override
  public BytesInputCompressor getCompressor(final CompressionCodecName name) {
    throw new UnsupportedOperationException("files are read only");
  }

  @Override
  public void release() {
    // nothing is kept
  }

  private record Decompressor(Codec codec) implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(final BytesInput packed, final int size) throws IOException {
      return BytesInput.from(codec.unpack(packed.toInputStream().readAllBytes(), size));
    }

    @Override
    public void decompress(
        final ByteBuffer packed, final int packedSize, final ByteBuffer page, final int size)
        throws IOException {
      final byte[] bytes = new byte[packedSize];
      packed.get(bytes);
      page.put(codec.unpack(bytes, size));
    }

    @Override
    public void release() {
      // nothing is kept
    }
  }
}
