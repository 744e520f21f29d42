// Sends a fixed request over raw sockets, so that the client needs as little processor time as
// possible.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const { url, headers, status, seconds, connections } = z
  .object({
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    status: z.int(),
    seconds: z.number(),
    connections: z.int(),
  })
  .parse(workerData);
const { hostname, port, pathname } = new URL(url);
const lines = [
  `GET ${pathname} HTTP/1.1`,
  `host: ${hostname}:${port}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  '',
  '',
];
const request = lines.join('\r\n');
const until = Date.now() + seconds * 1000;
let answered = 0;

function converse(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let head = '';
    let bodyLeft = 0;
    let inHead = true;
    socket.on('data', (chunk) => {
      let rest = chunk;
      if (inHead) {
        head += rest.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith(`HTTP/1.1 ${status} `))
          return void socket.destroy(new Error(`${url} answered ${head.slice(0, 40)}`));
        bodyLeft = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        rest = Buffer.from(head.slice(end + 4), 'latin1');
        inHead = false;
      }
      bodyLeft -= rest.length;
      if (bodyLeft > 0) return;
      answered += 1;
      head = '';
      inHead = true;
      if (Date.now() < until) socket.write(request);
      else socket.end();
    });
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
}

await Promise.all(Array.from({ length: connections }, converse));
parentPort?.postMessage(answered);
