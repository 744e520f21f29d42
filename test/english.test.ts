import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findEnglishViolations, findMarkdownViolations } from './english-findings.ts';

/** Rooms of `src` that are not checked, because their stored values break the English rules. */
const exemptRooms = new Set([
  // The stored state of a campaign is spelled with two l.
  'campaigns',
  // Stored details of losses contain “records system”.
  'churn',
]);

/** Files with the words of users, who also use words that break the English rules. */
const wordsOfUsers = /\/(?:vocabulary|(?:column|filler|general)-words)\.ts$/;

const folderOf = (path: string): string =>
  /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? path.replace(/\/.*/, '');

describe('English', () => {
  it('follows the rules in comments, texts and exported names', () => {
    const paths = globSync('{src,test,bench,scripts,e2e}/**/*.{ts,tsx}', {
      exclude: ['test/english*.ts'],
    });
    expect(paths.length).toBeGreaterThan(1000);
    const checked = paths
      .filter((path) => !exemptRooms.has(folderOf(path)) && !wordsOfUsers.test(path))
      .sort();
    expect(
      checked.flatMap((path) => findEnglishViolations(path, readFileSync(path, 'utf8'))),
    ).toEqual([]);
  });

  it('uses no replaced words in Markdown pages', () => {
    const pages = globSync('{*.md,docs/**/*.md}');
    expect(pages.length).toBeGreaterThan(15);
    expect(
      pages.sort().flatMap((path) => findMarkdownViolations(path, readFileSync(path, 'utf8'))),
    ).toEqual([]);
  });
});

describe('findings', () => {
  it('lists a doc comment that begins without its subject', () => {
    expect(
      findEnglishViolations(
        'a.ts',
        '/**\n * Whose tasks are open.\n */\nexport type Tasks = string;',
      ),
    ).toEqual(['a.ts:1 Whose tasks are open.']);
  });

  it('lists line comments only where a declaration follows', () => {
    const declared = '// Of several,\n// the first.\nconst first = 1;\n';
    const inside =
      'run(); // What follows is slow.\nif (first) {\n  // Those are done.\n  run();\n}\n';
    expect(findEnglishViolations('a.ts', declared + inside)).toEqual([
      'a.ts:1 Of several, the first.',
    ]);
  });

  it('lists replaced words of comments, strings and JSX text, but not of code in backticks or of a single word', () => {
    const source = [
      "const keys = ['somebody']; // The column `nobody is told`",
      'const label = `: Looked after by`;',
      'const page = <p>\n  Red colour\n</p>;',
    ].join('\n');
    expect(findEnglishViolations('a.tsx', source)).toEqual([
      'a.tsx:2 "Looked after" (write: own, owner, no owner) in: : Looked after by',
      'a.tsx:3 "colour" (write: color) in: Red colour',
    ]);
  });

  it('lists no former texts of renamed values', () => {
    const source = "const current = createValueRenamer({ 'Red colour': 'Blue colour' });";
    expect(findEnglishViolations('a.ts', source)).toEqual([
      'a.ts:1 "colour" (write: color) in: Blue colour',
    ]);
  });

  it('lists replaced words of a Markdown page outside code', () => {
    expect(findMarkdownViolations('a.md', 'A `colour`\n```\ncolour\n```\nand a colour.')).toEqual([
      'a.md:5 "colour" (write: color) in: and a colour.',
    ]);
  });

  it('lists words of exported names, but no standard name', () => {
    expect(
      findEnglishViolations(
        'a.ts',
        'export const toldAt = 1;\nexport const lastSeenAt = 1;\nconst keptRows = 1;',
      ),
    ).toEqual(['a.ts:1 toldAt (write: reported, notified)']);
  });
});
