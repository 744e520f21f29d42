// npm run observatory: audits the production headers with MDN's HTTP Observatory, without leaving
// this machine.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { z } from 'zod';
import { type MeasuredFigure, printMeasuredFigures } from '../findings.ts';
import { findFreePort } from '../free-port.ts';
import { startProduct } from '../product.ts';

const least = 100;
const resultSchema = z.object({ result: z.string() });
const addresses = {
  landing: '/',
  app: '/app',
  'an error page': '/no-such-page',
  'an API refusal': '/api/auth/user',
};

const observatory = await installed();
const folder = mkdtempSync(join(tmpdir(), 'chairside-observatory-'));
const [httpsPort, httpPort] = [await findFreePort(), await findFreePort()];
const product = await startProduct({
  NODE_ENV: 'production',
  APP_ORIGIN: `https://localhost:${httpsPort}`,
  DATA_DIR: join(folder, 'data'),
  SEED: 'none',
  TRUSTED_PROXIES: '127.0.0.1',
  OIDC_ISSUER: 'https://identity.example',
  OIDC_CLIENT_ID: 'chairside',
  OIDC_CLIENT_SECRET: 'not used',
  ALLOWED_EMAIL_DOMAINS: 'example.com',
});
const proxies = startProxy();
try {
  const findings: MeasuredFigure[] = [];
  for (const [what, path] of Object.entries(addresses)) findings.push(await judge(what, path));
  process.exitCode = printMeasuredFigures('HTTP Observatory', findings) ? 0 : 1;
} finally {
  for (const proxy of proxies) proxy.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Audits one path. Replaces the package's own `scan`, which only requests `/` on port 443. */
async function judge(what: string, path: string): Promise<MeasuredFigure> {
  const responses = await observatory.retrieve('localhost', { httpPort, httpsPort, path });
  const tests = observatory.tests.map((test) => resultSchema.parse(test(responses)));
  const modifiers = tests.map(({ result }) => z.number().parse(observatory.modifierOf(result)));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 100);
  const strict = sum(modifiers.filter((modifier) => modifier < 0));
  return {
    what: `${what} (${path})`,
    // Bonus points count only for a site that passes without them.
    value: strict >= observatory.leastForCredit ? sum(modifiers) : strict,
    limit: { atLeast: least },
    note: tests
      .flatMap(({ result }, index) => ((modifiers[index] ?? 0) < 0 ? result : []))
      .join(' '),
  };
}

async function installed() {
  const home = import.meta.dirname;
  const source = join(home, 'node_modules/@mdn/mdn-http-observatory');
  if (!existsSync(source)) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: home,
      stdio: 'inherit',
    });
  }
  // List of hosts that browsers request only over https. localhost is not in the list.
  const preloaded = join(source, 'conf/hsts-preload.json');
  if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');
  const part = async (path: string, schema: z.ZodType<Record<string, unknown>>) =>
    schema.parse(await import(join(source, 'src', path)));
  const callable = z.custom<(...given: unknown[]) => unknown>(
    (value) => typeof value === 'function',
  );
  const { retrieve } = z
    .object({ retrieve: callable })
    .parse(await part('retriever/retriever.js', z.looseObject({})));
  const { ALL_TESTS } = z
    .object({ ALL_TESTS: z.array(callable) })
    .parse(await part('constants.js', z.looseObject({})));
  const { getScoreModifier } = z
    .object({ getScoreModifier: callable })
    .parse(await part('grader/grader.js', z.looseObject({})));
  const charts = await part('grader/charts.js', z.looseObject({}));
  const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = z
    .object({ MINIMUM_SCORE_FOR_EXTRA_CREDIT: z.number() })
    .parse(charts);
  return {
    retrieve,
    tests: ALL_TESTS,
    modifierOf: getScoreModifier,
    leastForCredit: MINIMUM_SCORE_FOR_EXTRA_CREDIT,
  };
}

/**
 * Starts the reverse proxies of a production setup. One serves https with a certificate that this
 * process trusts. The other serves http and redirects to https.
 */
function startProxy() {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const options = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync('openssl', ['req', ...options, ...subject], { stdio: 'ignore' });
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);

  const secure = createSecureServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (incoming, outgoing) => {
      const headers = {
        ...incoming.headers,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': incoming.socket.remoteAddress,
      };
      const { method, url: path } = incoming;
      const forwarded = ask(
        { port: product.port, host: '127.0.0.1', method, path, headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    },
  );
  const plain = createServer(({ url }, outgoing) => {
    outgoing.writeHead(301, { location: `https://localhost:${httpsPort}${url}` }).end();
  });
  return [secure.listen(httpsPort, '127.0.0.1'), plain.listen(httpPort, '127.0.0.1')];
}
