package org.majorant.file;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Packs pages, for files to be read. */
final class PageCompressors implements CompressionCodecFactory {
  @Override
  public BytesInputCompressor getCompressor(final CompressionCodecName name) {
    return new BytesInputCompressor() {
      @Override
      public BytesInput compress(final BytesInput page) throws IOException {
        return BytesInput.from(pack(name, page.toInputStream().readAllBytes()));
      }

      @Override
      public CompressionCodecName getCodecName() {
        return name;
      }

      @Override
      public void release() {}
    };
  }

  private static byte[] pack(final CompressionCodecName name, final byte[] page)
      throws IOException {
    return switch (name) {
      case UNCOMPRESSED -> page;
      case SNAPPY -> Snappy.compress(page);
      case ZSTD -> Zstd.compress(page);
      case LZ4_RAW -> LZ4Factory.fastestInstance().fastCompressor().compress(page);
      case GZIP -> {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
          gzip.write(page);
        }
        yield out.toByteArray();
      }
      default -> throw new AssertionError(name);
    };
  }

  @Override
  public BytesInputDecompressor getDecompressor(final CompressionCodecName name) {
    throw new AssertionError("files are written only");
  }

  @Override
  public void release() {}
}
