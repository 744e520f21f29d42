/** Frame of a local socket, sent as the length of the body, the kind and the body. */
export interface SocketFrame {
  kind: number;
  body: Buffer;
}

const headBytes = 5;
/** Maximum size of a body in bytes, much larger than the largest batch of rows. */
const mostBytes = 256 * 1024 * 1024;

export function encodeSocketFrame(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(body.length, 0);
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, body]);
}

/**
 * Yields the complete frames that a socket receives. Ignores an incomplete last frame. Throws when
 * a frame is too large.
 */
export async function* readSocketFrames(
  received: AsyncIterable<Buffer>,
): AsyncGenerator<SocketFrame> {
  let pieces: Buffer[] = [];
  let receivedBytes = 0;
  let neededBytes = headBytes;
  for await (const piece of received) {
    pieces.push(piece);
    receivedBytes += piece.length;
    while (receivedBytes >= neededBytes) {
      let bytes = Buffer.concat(pieces);
      neededBytes = headBytes + bytes.readUInt32BE(0);
      if (neededBytes > mostBytes) throw new Error('A frame of the socket is too large');
      if (bytes.length >= neededBytes) {
        yield { kind: bytes.readUInt8(4), body: bytes.subarray(headBytes, neededBytes) };
        bytes = bytes.subarray(neededBytes);
        neededBytes = headBytes;
      }
      pieces = [bytes];
      receivedBytes = bytes.length;
    }
  }
}
