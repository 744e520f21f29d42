import { numberText } from '#shared/core/words.ts';
/** Thrown when the answer of a provider exceeds the size limit. */
export class AnswerTooLong extends Error {
  constructor(mostBytes: number) {
    super(`The answer is longer than ${numberText(mostBytes / 1024 / 1024)} MB.`);
  }
}

/**
 * Reads the whole body of an answer. Closes the connection when `signal` aborts, even while data is
 * arriving. Throws `AnswerTooLong` when the decompressed body exceeds `mostBytes` bytes.
 */
export async function readBoundedAnswer(
  response: Response,
  mostBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) throw new AnswerTooLong(mostBytes);
      controller.enqueue(chunk);
    },
  });
  const whole = new Response(
    response.body?.pipeThrough(limit, signal === undefined ? {} : { signal }),
  );
  return new Uint8Array(await whole.arrayBuffer());
}
