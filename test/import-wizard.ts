import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { importJobs } from '#server/imports/wizard/jobs.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { getImportRuns, type ImportRun } from '#shared/imports/runs.ts';
import {
  getUploadColumns,
  type ImportPlan,
  type Upload,
  type UploadColumns,
  uploadSchema,
} from '#shared/imports/wizard.ts';
import { buildTestApp } from './app.ts';
import { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

/**
 * Builds an app with a signed-in admin. The returned functions import files by the same API calls
 * as the imports page. Uploads are stored in `folder`, by default a new temporary folder.
 */
export async function buildImportTestApp(folder: TemporaryFolder = createTemporaryFolder()) {
  const app = await buildTestApp({ env: { DATA_DIR: folder.path } });
  const cookie = await app.signIn('admin');
  const [imports, retention] = importJobs;
  if (imports === undefined || retention === undefined)
    throw new Error('The jobs of imports are missing');

  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { cookie } });
  const get = (url: string) => app.inject({ url, headers: { cookie } });

  async function send(name: string, content: string | Buffer, uploadId: string = randomUUID()) {
    return app.inject({
      method: 'POST',
      url: `/api/imports/uploads/${uploadId}?name=${encodeURIComponent(name)}`,
      payload: Buffer.from(content),
      headers: { cookie, 'content-type': 'application/octet-stream' },
    });
  }

  /** Runs the import job as the server's worker does. */
  async function work(
    signal: AbortSignal = new AbortController().signal,
    onProgress: (done: number, note: string) => Promise<void> | void = () => undefined,
  ) {
    await imports?.run(app.dependencies, {
      businessDate: '2026-11-18',
      signal,
      // Queries the database, as the worker does. On the embedded database, the query waits for any
      // open transaction.
      progress: async (done, _, note) => {
        await sql`select 1`.execute(app.database.background);
        await onProgress(done, note);
      },
    });
  }

  const upload = async (uploadId: string): Promise<Upload> =>
    uploadSchema.parse((await get(`/api/imports/uploads/${uploadId}`)).json());
  const columns = async (uploadId: string, query = ''): Promise<UploadColumns> =>
    getUploadColumns.response.parse(
      (await get(`/api/imports/uploads/${uploadId}/columns${query}`)).json(),
    );

  async function plan(
    { uploadId, version }: Pick<Upload, 'uploadId' | 'version'>,
    more: Partial<ImportPlan> & { kind: ImportKind },
  ) {
    const { columns: found } = await columns(uploadId, `?kind=${more.kind}`);
    const uses = Object.fromEntries(found.map(({ header, usedAs }) => [header, usedAs]));
    const told = {
      externalSource: 'import',
      uses,
      dates: null,
      numbers: null,
      entitles: false,
      takes: { known: true, new: true },
      ...more,
    };
    return post(`/api/imports/uploads/${uploadId}/plan`, { version, ...told });
  }

  /** Uploads and checks a file. Returns the checked upload. */
  async function check(
    kind: ImportKind,
    content: string | Buffer,
    more: Partial<ImportPlan> = {},
  ): Promise<Upload> {
    const sent = uploadSchema.parse((await send(`${kind}.csv`, content)).json());
    uploadSchema.parse((await plan(sent, { kind, ...more })).json());
    await work();
    return upload(sent.uploadId);
  }

  const start = ({ uploadId, version }: Upload) =>
    post(`/api/imports/uploads/${uploadId}/start`, { version });

  async function load(
    kind: ImportKind,
    content: string | Buffer,
    more: Partial<ImportPlan> = {},
  ): Promise<Upload> {
    const checked = await check(kind, content, more);
    await start(checked);
    await work();
    return upload(checked.uploadId);
  }

  const runs = async (): Promise<ImportRun[]> =>
    getImportRuns.response.parse((await get('/api/imports/runs')).json()).rows;
  const undo = (importId: string | null, leavesChanged = false) =>
    post(`/api/imports/runs/${importId}/undo`, { leavesChanged });

  return {
    ...{
      app,
      cookie,
      folder,
      get,
      post,
      send,
      work,
      upload,
      columns,
      plan,
      check,
      start,
      load,
      runs,
      undo,
    },
    forget: () =>
      retention.run(app.dependencies, {
        businessDate: '2026-11-18',
        signal: new AbortController().signal,
        progress: async () => undefined,
      }),
    async close() {
      await app.close();
      folder.remove();
    },
  };
}
