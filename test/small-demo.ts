// Runs the product with a small demo in a separate process. When it is ready, prints its address
// and the cookie of a signed-in admin.
import { buildTestApp } from './app.ts';
import { openSmallDemo } from './small-demo-database.ts';

const { app, signIn } = await buildTestApp({ database: await openSmallDemo() });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ origin, cookie: await signIn('admin') })}\n`);
process.stdin.resume().once('end', () => process.exit());
