const CHUNK_BYTES = 1 << 20;

/**
 * Pool of buffers. A buffer may be reused only after the commit that writes it, because LMDB reads the buffer
 * from its own thread.
 */
export class BufferPool {
  private readonly chunks: Buffer[] = [Buffer.allocUnsafeSlow(CHUNK_BYTES)];
  private current = 0;
  private used = 0;

  get offset(): number {
    return this.used;
  }

  get buffer(): Buffer {
    return this.chunks[this.current] as Buffer;
  }

  reserve(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    this.current += 1;
    this.used = 0;
    const next = this.chunks[this.current];
    if (!next || next.length < bytes)
      this.chunks[this.current] = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes));
  }

  /** Returns a buffer that is valid until the next call of `reset`. */
  take(bytes: number): Buffer {
    const start = this.used;
    this.used += bytes;
    return this.buffer.subarray(start, this.used);
  }

  reset(): void {
    this.chunks.length = Math.min(this.chunks.length, 8);
    this.current = 0;
    this.used = 0;
  }
}
