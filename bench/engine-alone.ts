// Opens the embedded database of a folder and stays idle. This measures the engine's own share of a
// server's memory.
import { openDatabase } from '#server/core/db/open.ts';

const database = await openDatabase({ dataDir: process.env.DATA_DIR ?? '' });
await database.execute('select count(*) from score_week');
process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
process.send?.('ready');
setInterval(() => undefined, 60_000);
