// Simulates users of pages until it is stopped. Each user sends one request after another like a
// browser, with short pauses in between.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const { origin, paths, cookies, pauseMs } = z
  .object({
    origin: z.string(),
    paths: z.array(z.string()),
    cookies: z.array(z.string()),
    pauseMs: z.number(),
  })
  .parse(workerData);
const agent = new Agent({ keepAlive: true });
const etags = new Map<string, string>();
const tookMs: number[] = [];
const refused: string[] = [];
let stopped = false;
parentPort?.once('message', () => {
  stopped = true;
});

function ask(path: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const etag = etags.get(path);
    const headers = {
      cookie,
      'accept-encoding': 'br',
      ...(etag !== undefined && { 'if-none-match': etag }),
    };
    const call = request(`${origin}${path}`, { agent, headers }, (answer) => {
      if (answer.headers.etag !== undefined) etags.set(path, answer.headers.etag);
      if (answer.statusCode !== 200 && answer.statusCode !== 304)
        refused.push(`${answer.statusCode} ${path}`);
      answer.resume();
      answer.once('end', () => {
        tookMs.push(performance.now() - started);
        resolve();
      });
    });
    call.once('error', reject);
    call.end();
  });
}

async function person(cookie: string, start: number): Promise<void> {
  for (let at = start; !stopped; at++) {
    await ask(paths[at % paths.length] ?? '/', cookie);
    await pause(pauseMs);
  }
}

await Promise.all(
  cookies.map((cookie, index) => person(cookie, index * Math.ceil(paths.length / cookies.length))),
);
agent.destroy();
parentPort?.postMessage({ tookMs, refused });
