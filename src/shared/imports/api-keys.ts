import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import { importKindSchema, importKinds } from './report.ts';

export const apiKeySchema = z.strictObject({
  apiKeyId: z.uuid(),
  name: z.string(),
  /** Kinds of data that a holder of the key may send. */
  scopes: z.array(importKindSchema),
  madeAt: z.iso.datetime(),
  /** Name of the admin who created the key; `null` for a key created by a command. */
  madeBy: z.string().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type ApiKeyRow = z.output<typeof apiKeySchema>;

export const getApiKeys = endpoint({
  method: 'GET',
  path: '/api/imports/api-keys',
  summary: 'List the API keys',
  role: 'admin',
  response: createListAnswerSchema(apiKeySchema),
});

/**
 * The page creates the key's id, so that a double click creates one key. Only this response
 * contains the secret.
 */
export const postApiKey = endpoint({
  method: 'POST',
  path: '/api/imports/api-keys',
  summary: 'Create an API key; its secret is returned once',
  role: 'admin',
  body: z.strictObject({
    apiKeyId: z.uuid(),
    name: textSchema.trim().min(1, 'must not be empty').max(80),
    scopes: z
      .array(importKindSchema)
      .min(1, 'must include at least one type of data')
      .max(importKinds.length)
      .refine(
        (scopes) => new Set(scopes).size === scopes.length,
        'must not contain a kind of data twice',
      ),
  }),
  response: z.strictObject({ key: z.string() }),
});

export const postRevokeApiKey = endpoint({
  method: 'POST',
  path: '/api/imports/api-keys/:apiKeyId/revoke',
  summary: 'Revoke an API key',
  role: 'admin',
  params: z.strictObject({ apiKeyId: z.uuid() }),
  body: z.strictObject({}),
  response: apiKeySchema,
});
