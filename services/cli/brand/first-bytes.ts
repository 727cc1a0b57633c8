import { open } from 'node:fs/promises';

export async function firstBytes(path: string, max: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(max);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}
