package org.majorant.file.record;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

class PageDecompressorsTest {
  @Test
  void parquet_packedByARareCodec_isToldInOneLine() {
    assertThatThrownBy(() -> new PageDecompressors().getDecompressor(CompressionCodecName.BROTLI))
        .hasMessage("its pages are packed by BROTLI; write it with snappy, zstd, gzip or lz4_raw");
  }
}
