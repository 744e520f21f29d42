/** Frames of a local socket: the length of the body, what it is, the body. */
export interface Frame {
  kind: number;
  body: Buffer;
}

const headBytes = 5;
/** Far above the largest batch of rows that is sent at once. */
const mostBytes = 256 * 1024 * 1024;

export function encodeFrame(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(body.length, 0);
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, body]);
}

/** The whole frames of what a socket receives; one that breaks off at the end is left out. Throws on a frame that cannot be one. */
export async function* readFrames(received: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = headBytes;
  for await (const piece of received) {
    pieces.push(piece);
    held += piece.length;
    while (held >= wanted) {
      let bytes = Buffer.concat(pieces);
      wanted = headBytes + bytes.readUInt32BE(0);
      if (wanted > mostBytes) throw new Error('A frame of the socket is too large');
      if (bytes.length >= wanted) {
        yield { kind: bytes.readUInt8(4), body: bytes.subarray(headBytes, wanted) };
        bytes = bytes.subarray(wanted);
        wanted = headBytes;
      }
      pieces = [bytes];
      held = bytes.length;
    }
  }
}
