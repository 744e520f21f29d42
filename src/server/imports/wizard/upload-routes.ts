import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import { systemErrorCode } from '#server/core/db/embedded/file-trouble.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import {
  CannotContinueError,
  changedMeanwhile,
  conflict,
  HttpError,
  notFound,
  unprocessable,
} from '#server/core/errors.ts';
import { openFileStream } from '#server/core/file-streams.ts';
import { createRoleCheckHooks, route } from '#server/core/http/route.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { defaultExternalSource } from '#shared/imports/report.ts';
import { getUploadValues } from '#shared/imports/values.ts';
import {
  getUpload,
  getUploadColumns,
  maxUploadBytes,
  postImportAction,
  postImportDraft,
  postImportPlan,
  postImportStart,
  postUpload,
  type Upload,
  uploadContentType,
  uploadRejectsPath,
} from '#shared/imports/wizard.ts';
import { listPossibleColumnUses } from '../reading/header/uses.ts';
import { ImportRefused } from '../reading/import-error.ts';
import { fileExists, readUpload, rejectsPath, removeUploadFiles, saveUpload } from './files.ts';
import { detectImportKind, listFileColumns, readFileFirstRows } from './head.ts';
import { runImportsJobNow } from './jobs.ts';
import { toUpload } from './rules.ts';
import {
  changeUploadInState,
  findKnownSourceNames,
  findRememberedColumnUses,
  findUpload,
  hasEntitlements,
  insertUpload,
  saveUploadDraft,
  type UploadRow,
} from './upload-queries.ts';
import { listValuesToMap } from './values.ts';

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

export function uploadRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const queries = database.foreground;
  const shown = async (row: UploadRow): Promise<Upload> =>
    toUpload(row, await fileExists(rejectsPath(env, row.upload_id)));

  async function known(uploadId: string): Promise<UploadRow> {
    const row = await findUpload(queries, uploadId);
    if (row === undefined) throw notFound('This file');
    return row;
  }

  /** Changes an upload and returns it. Throws a 409 error when its state or version has changed. */
  async function changed(
    ...[at, change]: [
      Parameters<typeof changeUploadInState>[1],
      Parameters<typeof changeUploadInState>[2],
    ]
  ): Promise<Upload> {
    const row = await changeUploadInState(queries, at, change, clock());
    if (row === undefined) throw changedMeanwhile('This import');
    return shown(row);
  }

  const audit = (
    row: UploadRow,
    actor: string,
    action: AuditAction,
    detail: Record<string, unknown> = {},
  ) =>
    writeAudit(queries, {
      at: clock(),
      actor,
      action,
      objectType: 'import_upload',
      objectId: row.upload_id,
      detail: { file: row.file_name, ...detail },
    });

  /**
   * Removes the file of a failed request. If the database may have saved the upload, keeps the file
   * for the retention job.
   */
  async function forgetUnacknowledged(uploadId: string): Promise<void> {
    const isUnknown = await findUpload(queries, uploadId).then(
      (row) => row === undefined,
      () => false,
    );
    if (isUnknown) await removeUploadFiles(env, uploadId);
  }

  app.register(async (files) => {
    files.addContentTypeParser(
      uploadContentType,
      { bodyLimit: maxUploadBytes + 1 },
      async (_: FastifyRequest, body: Readable) => body,
    );
    files.addHook('preParsing', async (request) => {
      if (request.headers['content-type'] !== uploadContentType)
        throw new HttpError(415, `Send the body as ${uploadContentType}.`);
    });
    route(
      files,
      postUpload,
      async ({ params: { uploadId }, query: { name }, body, user }) => {
        if (!isStream(body)) throw unprocessable('The file is empty.');
        if ((await findUpload(queries, uploadId)) !== undefined)
          throw conflict('This file was already sent.');
        const saved = await saveUpload(env, uploadId, body);
        try {
          await queries.transaction().execute(async (transaction) => {
            const isNew = await insertUpload(
              transaction,
              { uploadId, fileName: name, ...saved, madeBy: user.id },
              clock(),
            );
            if (!isNew) throw conflict('This file was already sent.');
            await writeAudit(transaction, {
              at: clock(),
              actor: user.id,
              action: 'import.upload',
              objectType: 'import_upload',
              objectId: uploadId,
              detail: { file: name, ...saved },
            });
          });
        } catch (error) {
          await forgetUnacknowledged(uploadId);
          throw error;
        }
        return shown(await known(uploadId));
      },
      { bodyLimit: maxUploadBytes + 1, config: { isFeed: true } },
    );
  });

  route(app, getUpload, async ({ params: { uploadId } }) => shown(await known(uploadId)));

  route(app, getUploadColumns, async ({ params: { uploadId }, query }) => {
    const row = await known(uploadId);
    return refusing(async () => {
      const guessedKind = await detectImportKind(readUpload(env, row));
      const kind = query.kind ?? row.draft?.kind ?? row.plan?.kind ?? guessedKind ?? 'practices';
      const source =
        query.source ??
        row.draft?.externalSource ??
        row.plan?.externalSource ??
        defaultExternalSource;
      const remembered = await findRememberedColumnUses(queries, kind, source);
      const own = [row.draft, row.plan].find(
        (plan) => plan?.kind === kind && plan.externalSource === source,
      );
      const head = await readFileFirstRows(kind, readUpload(env, row));
      return {
        guessedKind,
        kind,
        source,
        columns: listFileColumns(kind, head, own?.uses ?? remembered?.uses ?? {}),
        choices: listPossibleColumnUses(kind),
        dates: own?.dates ?? remembered?.dates ?? null,
        numbers: own?.numbers ?? remembered?.numbers ?? null,
        values: own?.values ?? remembered?.values ?? {},
        isRemembered: own == null && remembered !== undefined,
        knowsEntitlements: await hasEntitlements(queries),
        knownSources: await findKnownSourceNames(queries),
      };
    });
  });

  route(app, postImportPlan, async ({ params: { uploadId }, body: { version, ...plan }, user }) => {
    const row = await known(uploadId);
    const states = ['uploaded', 'checked', 'failed', 'cancelled'] as const;
    const upload = await changed(
      { uploadId, states, version },
      {
        state: 'to_check',
        plan: storableJson(plan),
        draft: null,
        report: null,
        warning: null,
        error: null,
        question: null,
        wish: null,
        import_id: null,
      },
    );
    await audit(row, user.id, 'import.check', { kind: plan.kind, source: plan.externalSource });
    await runImportsJobNow(dependencies);
    return upload;
  });

  route(app, postImportDraft, async ({ params: { uploadId }, body }) => {
    const row = await saveUploadDraft(queries, uploadId, body);
    if (row === undefined) throw changedMeanwhile('This import');
    return shown(row);
  });

  route(app, getUploadValues, async ({ params: { uploadId } }) => ({
    columns: await listValuesToMap(queries, (await known(uploadId)).report),
  }));

  route(app, postImportStart, async ({ params: { uploadId }, body: { version }, user }) => {
    const row = await known(uploadId);
    const upload = await changed(
      { uploadId, states: ['checked'], version },
      { state: 'to_import', error: null, wish: null },
    );
    await audit(row, user.id, 'import.start', {
      kind: row.plan?.kind,
      source: row.plan?.externalSource,
    });
    await runImportsJobNow(dependencies);
    return upload;
  });

  route(app, postImportAction, async ({ params: { uploadId }, body: { action }, user }) => {
    const row = await known(uploadId);
    await audit(row, user.id, `import.${action}`);
    if (action === 'pause') {
      // A cancellation takes precedence over a pause, even when the pause was requested first.
      if (row.wish === 'cancel' || row.state === 'cancelling') return shown(row);
      return changed(
        { uploadId, states: ['to_import', 'importing'], isCanceled: false },
        { wish: action },
      );
    }
    if (action === 'resume') {
      const upload = await changed(
        { uploadId, states: ['paused'] },
        { state: 'to_import', wish: null },
      );
      await runImportsJobNow(dependencies);
      return upload;
    }
    if (row.state === 'cancelling') return shown(row);
    const resting = await changeUploadInState(
      queries,
      { uploadId, states: ['paused'] },
      { state: 'cancelling', wish: action },
      clock(),
    );
    if (resting !== undefined) {
      await runImportsJobNow(dependencies);
      return shown(resting);
    }
    return changed(
      { uploadId, states: ['to_check', 'checking', 'to_import', 'importing'] },
      { wish: action },
    );
  });

  const schema = {
    summary: 'Download all unusable cells of a file as CSV',
    params: getUpload.params,
  };
  app.get(
    uploadRejectsPath,
    { onRequest: createRoleCheckHooks('admin'), schema },
    async (request, reply) => {
      const { uploadId } = getUpload.params.parse(request.params);
      const row = await known(uploadId);
      const rejects = await openFileStream(rejectsPath(env, uploadId)).catch((error: unknown) => {
        throw systemErrorCode(error) === 'ENOENT' ? notFound('The list of unusable cells') : error;
      });
      const name = encodeURIComponent(`${row.file_name}.rejects.csv`);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="rejects.csv"; filename*=UTF-8''${name}`,
        )
        .send(rejects);
    },
  );
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportRefused) throw unprocessable(error.reason);
    if (error instanceof CannotContinueError) throw unprocessable(error.message);
    throw error;
  }
}
