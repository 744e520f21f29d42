import type { z } from 'zod';

/** Returns the issues of a schema, one per line, such as 'settings.runDays: must be at least 90'. */
export const issuesText = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
