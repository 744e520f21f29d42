import { z } from 'zod';
import { endpoint, versionSchema } from '../endpoint.ts';

/**
 * Settings by key. Each room declares its settings as a schema. Each field of that schema has a
 * default and metadata: a `title` and, if a change waits for a second administrator,
 * `needsApproval`.
 */
const settingsSchema = z.record(z.string(), z.unknown());
export type AppSettings = Readonly<z.output<typeof settingsSchema>>;

const settingsAnswer = z.strictObject({
  /** Version of the settings; 0 for the defaults. */
  version: z.int(),
  settings: settingsSchema,
  madeBy: z.string().nullable(),
  madeAt: z.iso.datetime().nullable(),
  /** Values set in the environment, by key. They override saved settings. */
  byEnvironment: settingsSchema,
  /** Values that apply while a setting is `null`, by key. */
  whileUnset: settingsSchema,
  /**
   * `true` when this user's changes to settings with `needsApproval` wait for another
   * administrator.
   */
  needsSecondPerson: z.boolean(),
});
export type SettingsAnswer = z.output<typeof settingsAnswer>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Get the settings',
  role: 'admin',
  response: settingsAnswer,
});

/** The page creates the change's id, so that a double click makes one change. */
export const postSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings',
  summary:
    'Change settings; settings that are not sent keep their value. 409 when `version` is not the current one. Changed retention periods wait for a second administrator',
  role: 'admin',
  body: z.strictObject({
    changeId: z.uuid(),
    version: versionSchema,
    settings: z.record(z.string().regex(/^[a-zA-Z]{1,60}$/), z.unknown()),
  }),
  response: settingsAnswer.extend({ isWaiting: z.boolean() }),
});
