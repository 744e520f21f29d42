// npm run eval: asks the assistant the questions of test/assistant on a demo with a frozen clock,
// and compares each answer with the correct result. Prints the results, and writes the tables into
// docs/assistant.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEvaluatedApp } from '#test/assistant/app.ts';
import {
  describeFailures,
  evaluateQuestions,
  evaluateUnanswerable,
  formatResults,
} from '#test/assistant/evaluate.ts';
import { fetchAllListRows } from '#test/assistant/world.ts';

const page = join(import.meta.dirname, '..', 'docs', 'assistant.md');
const markers = { from: '<!-- results -->', until: '<!-- end of results -->' } as const;

const evaluated = await buildEvaluatedApp();
const open = await evaluateQuestions(evaluated.ask, await fetchAllListRows(evaluated));
const refusable = await evaluateUnanswerable(evaluated.ask);
await evaluated.close();

const tables = formatResults(open, refusable);
const text = readFileSync(page, 'utf8');
const before = text.slice(0, text.indexOf(markers.from) + markers.from.length);
const after = text.slice(text.indexOf(markers.until));
writeFileSync(page, `${before}\n\n${tables}\n\n${after}`);
console.log([tables, ...describeFailures(open), ...describeFailures(refusable)].join('\n\n'));
