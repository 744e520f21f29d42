import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** Requests that the stub accepts. A field that it does not know is an error. */
const requestSchema = z.strictObject({
  model: z.literal('small-model'),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string().min(1) }))
    .min(1),
  temperature: z.literal(0),
  max_tokens: z.int().max(200),
  stream: z.literal(false),
});

export type ChatRequest = z.output<typeof requestSchema>;

export const stubKey = 'sk-stub';

/** Text of the reply, or a function that writes the whole response. */
type Behavior =
  | string
  | ((response: ServerResponse, request: IncomingMessage) => void | Promise<void>);

/** Returns the body of a valid chat completion with the reply. */
export const createCompletionBody = (content: unknown, finish_reason = 'stop') =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

/** Starts a strict OpenAI-compatible endpoint on this machine. */
export async function startChatStub() {
  const requests: ChatRequest[] = [];
  const raw: string[] = [];
  let behavior: Behavior = '-';
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error));
    });
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    raw.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${sent}`);
    if (request.headers.authorization !== `Bearer ${stubKey}`)
      return void response.writeHead(401).end('{"error":{"message":"Incorrect API key"}}');
    if (`${request.method} ${request.url}` !== 'POST /v1/chat/completions')
      return void response.writeHead(404).end();
    requests.push(requestSchema.parse(JSON.parse(sent)));
    if (typeof behavior !== 'string') return void (await behavior(response, request));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(createCompletionBody(behavior));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    /** Accepted requests. */
    requests,
    /** All that the stub received, including headers. */
    raw,
    reply(next: Behavior) {
      behavior = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
