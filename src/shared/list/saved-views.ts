import { z } from 'zod';
import { endpoint, listAddressSchema, listAnswer, longestListAddress, textSchema, versionSchema } from '#shared/core/endpoint.ts';

export const listNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
export const savedViewLimits = { name: 60, search: longestListAddress } as const;

const nameSchema = textSchema.trim().min(1, 'A view needs a name').max(savedViewLimits.name);

export const savedViewSchema = z.strictObject({
  savedViewId: z.uuid(),
  list: z.string(),
  name: z.string(),
  /** Everyone sees it; otherwise only its owner. */
  shared: z.boolean(),
  search: z.string(),
  version: z.int(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** Its owner may change it, and an admin a shared one. */
  mayEdit: z.boolean(),
});
export type SavedView = z.output<typeof savedViewSchema>;

const params = z.strictObject({ savedViewId: z.uuid() });

export const getSavedViews = endpoint({
  method: 'GET',
  path: '/api/saved-views',
  summary: "One's own and the shared views of a list, and which one it opens with",
  query: z.object({ list: listNameSchema }),
  response: listAnswer(savedViewSchema).extend({ defaultViewId: z.uuid().nullable() }),
});

/** The id comes from the page, so that a double click makes one view. */
export const postSavedView = endpoint({
  method: 'POST',
  path: '/api/saved-views',
  summary: "Save a list's state under a name",
  body: z.strictObject({ savedViewId: z.uuid(), list: listNameSchema, name: nameSchema, shared: z.boolean(), search: listAddressSchema }),
  response: savedViewSchema,
});

export const patchSavedView = endpoint({
  method: 'PATCH',
  path: '/api/saved-views/:savedViewId',
  summary: 'Rename, share or overwrite a saved view; 409 when somebody else changed it first',
  params,
  body: z.strictObject({
    version: versionSchema,
    name: nameSchema.optional(),
    shared: z.boolean().optional(),
    search: listAddressSchema.optional(),
  }),
  response: savedViewSchema,
});

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/saved-views/:savedViewId',
  summary: 'Delete a saved view; 409 when somebody else changed it first',
  params,
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({}),
});

export const postDefaultView = endpoint({
  method: 'POST',
  path: '/api/saved-views/default',
  summary: 'The view that a list opens with for the signed-in person; null for none',
  body: z.strictObject({ list: listNameSchema, savedViewId: z.uuid().nullable() }),
  response: z.strictObject({ defaultViewId: z.uuid().nullable() }),
});
