import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import type { Outcome } from '#shared/assistant/assistant.ts';
import { findDefinitions } from '#shared/assistant/explanations/definitions.ts';
import type { AskContext } from '../context.ts';
import { loadMetrics } from './metric-explanations.ts';

/**
 * Defines the figures that a question with the words `keys` asks about. A question that could also
 * ask for the figures themselves, such as 'what is the average score?', is answered only when
 * `isLastResort` is `true`.
 */
export async function defineFigures(
  keys: readonly string[],
  { lists, database, clock }: AskContext,
  { isLastResort }: { isLastResort: boolean },
): Promise<Outcome | undefined> {
  const { names, define } = await loadMetrics();
  const found = findDefinitions(keys, lists, names);
  if (found === undefined || (!found.isCertain && !isLastResort)) return undefined;
  const { rules } = await readCurrentRules(database.foreground, clock());
  return {
    kind: 'explain',
    reading: `Definition of ${found.metrics.map((key) => `“${names.get(key) ?? key}”`).join(', ')}`,
    parts: found.metrics.map((key) => {
      const { formula, unit, inputs, exclusions } = define(key, rules);
      return {
        title: names.get(key) ?? key,
        lines: [
          formula,
          `Unit: ${unit}`,
          `Based on: ${inputs.join(' · ')}`,
          `Exclusions: ${exclusions}`,
        ],
      };
    }),
    weeks: null,
    metrics: [],
    link: null,
    plan: null,
  };
}
