import { z } from 'zod';
import type { Env } from '#server/core/env/env.ts';
import { issuesText } from '#server/core/issues-text.ts';
import type { EnvironmentVariableOverride, Room } from '#server/core/registry.ts';
import type { AppSettings } from '#shared/core/settings/app-settings.ts';

/** Settings of all rooms, and the values of the environment. */
export interface RegisteredSettings {
  /** Schema of all settings; reading saved settings with it adds defaults. */
  schema: z.ZodObject;
  /** Titles of the settings by key. */
  titles: Readonly<Record<string, string>>;
  /** Keys of the settings whose change waits for a second administrator. */
  approved: ReadonlySet<string>;
  environment: Readonly<Record<string, EnvironmentVariableOverride>>;
}

/** Collects the settings that the rooms declare. */
export function collectRegisteredSettings(rooms: readonly Room[], env: Env): RegisteredSettings {
  const fields = rooms.flatMap(({ settings = [] }) =>
    settings.flatMap(({ shape }) => Object.entries<z.ZodType>(shape)),
  );
  return {
    schema: z.object(Object.fromEntries(fields)),
    titles: Object.fromEntries(fields.map(([key, field]) => [key, field.meta()?.title ?? key])),
    approved: new Set(fields.flatMap(([key, field]) => (field.meta()?.needsApproval ? key : []))),
    environment: Object.assign(
      {},
      ...rooms.map(({ environmentSettings }) => environmentSettings?.(env)),
    ),
  };
}

/**
 * Returns the settings after a change, or the problems of the change, one a line. Settings that are
 * not sent keep their value.
 */
export function applySentSettings(
  { schema }: RegisteredSettings,
  current: AppSettings,
  change: AppSettings,
): { settings: AppSettings } | { problem: string } {
  const parsed = z
    .object({ settings: schema.strict() })
    .safeParse({ settings: { ...current, ...change } });
  return parsed.success ? parsed.data : { problem: issuesText(parsed.error) };
}
