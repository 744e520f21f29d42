import { z } from 'zod';
import {
  createListAnswerSchema,
  endpoint,
  listQueryStringSchema,
  maxListQueryStringLength,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';

export const listNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
export const savedViewLimits = { name: 60, search: maxListQueryStringLength } as const;

const nameSchema = textSchema.trim().min(1, 'Enter a name').max(savedViewLimits.name);

export const savedViewSchema = z.strictObject({
  savedViewId: z.uuid(),
  list: z.string(),
  name: z.string(),
  /** `true` when all users can see the view; otherwise only its owner can. */
  shared: z.boolean(),
  search: z.string(),
  version: z.int(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** `true` for the owner and, for a shared view, for admins. */
  mayEdit: z.boolean(),
});
export type SavedView = z.output<typeof savedViewSchema>;

const params = z.strictObject({ savedViewId: z.uuid() });

export const getSavedViews = endpoint({
  method: 'GET',
  path: '/api/list/saved-views',
  summary: 'The user’s own and shared views of a list, and the default view',
  query: z.object({ list: listNameSchema }),
  response: createListAnswerSchema(savedViewSchema).extend({ defaultViewId: z.uuid().nullable() }),
});

/** Creates a view. The client generates the id, so that a double click creates one view. */
export const postSavedView = endpoint({
  method: 'POST',
  path: '/api/list/saved-views',
  summary: "Save a list's state under a name",
  body: z.strictObject({
    savedViewId: z.uuid(),
    list: listNameSchema,
    name: nameSchema,
    shared: z.boolean(),
    search: listQueryStringSchema,
  }),
  response: savedViewSchema,
});

export const patchSavedView = endpoint({
  method: 'PATCH',
  path: '/api/list/saved-views/:savedViewId',
  summary: 'Rename, share or overwrite a saved view; 409 when another user changed it first',
  params,
  body: z.strictObject({
    version: versionSchema,
    name: nameSchema.optional(),
    shared: z.boolean().optional(),
    search: listQueryStringSchema.optional(),
  }),
  response: savedViewSchema,
});

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/list/saved-views/:savedViewId',
  summary: 'Delete a saved view; 409 when another user changed it first',
  params,
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({}),
});

export const postDefaultView = endpoint({
  method: 'POST',
  path: '/api/list/saved-views/default',
  summary: 'Set the user’s default view of a list; null for none',
  body: z.strictObject({ list: listNameSchema, savedViewId: z.uuid().nullable() }),
  response: z.strictObject({ defaultViewId: z.uuid().nullable() }),
});
