import { extractSegment } from '#shared/portfolio/segment.ts';
import { parseAlertConditions } from './conditions-sql.ts';

/**
 * Returns the conditions in sorted order, with the user's name instead of "me". Returns conditions
 * that cannot be parsed unchanged.
 */
export const namedConditions = (text: string, viewer: string): string =>
  parseAlertConditions(text).problems.length > 0
    ? text
    : extractSegment(new URLSearchParams(text), viewer);
