import { type ESTree, parseSync, Visitor } from 'vite';
import {
  replacedNameWords,
  replacedWords,
  standardNamePattern,
  subjectlessCommentStart,
} from './english-rules.ts';

/** Text of a source file with the offset of its start. */
interface Passage {
  start: number;
  text: string;
}

/**
 * Returns the comments, texts and exported names of a source file that break the English rules,
 * each as `path:line text`.
 */
export function findEnglishViolations(path: string, source: string): string[] {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const { declarations, exportedNames, texts } = readProgram(program);
  const passages = passagesOf(comments, source);
  const describing = passages.filter(
    ({ isDoc, end }) => isDoc || declarations.has(nextTokenStart(source, end)),
  );
  const line = (start: number) => source.slice(0, start).split('\n').length;
  const at = (start: number, finding: string) => ({
    start,
    finding: `${path}:${line(start)} ${finding}`,
  });
  return [
    ...describing
      .filter(({ text }) => subjectlessCommentStart.test(text))
      .map(({ start, text }) => at(start, excerpt(text, 0))),
    ...[...passages, ...texts].flatMap(({ start, text }) =>
      wordsIn(text).map((finding) => at(start, finding)),
    ),
    ...exportedNames.flatMap(({ start, text }) =>
      nameWordsIn(text).map((finding) => at(start, finding)),
    ),
  ]
    .sort((a, b) => a.start - b.start)
    .map(({ finding }) => finding);
}

/** Returns the words in a Markdown page that break the English rules, each as `path:line text`. */
export function findMarkdownViolations(path: string, text: string): string[] {
  const withoutBlocks = text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''));
  return withoutBlocks
    .split('\n')
    .flatMap((line, index) => wordsIn(line).map((finding) => `${path}:${index + 1} ${finding}`));
}

function readProgram(program: ESTree.Program) {
  const declarations = new Set<number>();
  const texts: Passage[] = [];
  const formerTexts = new Set<number>();
  const declare = ({ start }: { start: number }) => void declarations.add(start);
  const add = (start: number, text: string) => {
    // A text of a single word is skipped, because it is a key, a stored value or a CSS class.
    if (/\S\s+\S/.test(text)) texts.push({ start, text: text.replace(/\s+/g, ' ').trim() });
  };
  const addJsxText = ({ start, value }: ESTree.JSXText) => add(start, value);
  const addString = ({ start, value }: { start: number; value: unknown }) => {
    if (typeof value === 'string' && !formerTexts.has(start)) add(start, value);
  };
  const addTemplatePart = ({ start, value }: ESTree.TemplateElement) => add(start, value.raw);
  // The keys of `createValueRenamer` are former texts in URLs and saved views. No page shows them.
  const skipFormerTexts = ({ callee, arguments: [renamed] }: ESTree.CallExpression) => {
    if (
      callee.type !== 'Identifier' ||
      callee.name !== 'createValueRenamer' ||
      renamed?.type !== 'ObjectExpression'
    )
      return;
    for (const property of renamed.properties)
      if (property.type === 'Property') formerTexts.add(property.key.start);
  };
  new Visitor({
    CallExpression: skipFormerTexts,
    VariableDeclaration: declare,
    FunctionDeclaration: declare,
    ClassDeclaration: declare,
    TSInterfaceDeclaration: declare,
    TSTypeAliasDeclaration: declare,
    ExportNamedDeclaration: declare,
    ExportDefaultDeclaration: declare,
    TSPropertySignature: declare,
    TSMethodSignature: declare,
    PropertyDefinition: declare,
    MethodDefinition: declare,
    Property: declare,
    JSXText: addJsxText,
    Literal: addString,
    TemplateElement: addTemplatePart,
  }).visit(program);
  return { declarations, texts, exportedNames: program.body.flatMap(exportsOf) };
}

function exportsOf(statement: ESTree.Statement | ESTree.Directive): Passage[] {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
  const { declaration } = statement;
  const ids =
    declaration.type === 'VariableDeclaration'
      ? declaration.declarations.map(({ id }) => id)
      : 'id' in declaration
        ? [declaration.id]
        : [];
  return ids.flatMap((id) => (id?.type === 'Identifier' ? { start: id.start, text: id.name } : []));
}

/** Returns the comments of a file. Consecutive `//` lines are one passage. */
function passagesOf(comments: ReturnType<typeof parseSync>['comments'], source: string) {
  const passages: (Passage & { end: number; isDoc: boolean; isLine: boolean })[] = [];
  for (const { type, value, start, end } of comments) {
    const last = passages.at(-1);
    const isLine =
      type === 'Line' &&
      /^[ \t]*$/.test(source.slice(source.lastIndexOf('\n', start - 1) + 1, start));
    if (last?.isLine && isLine && /^\s*$/.test(source.slice(last.end, start))) {
      last.text += ` ${value.trim()}`;
      last.end = end;
    } else {
      const text = value
        .replace(/^[*\s]+/, '')
        .replace(/\s*\n\s*\*?\s*/g, ' ')
        .trim();
      passages.push({ start, end, text, isLine, isDoc: type === 'Block' && value.startsWith('*') });
    }
  }
  return passages;
}

const nextTokenStart = (source: string, from: number): number =>
  from + source.slice(from).search(/\S|$/);

/** Returns the words in a text that break the English rules. Ignores code in backticks. */
const wordsIn = (text: string): string[] =>
  replacedWords.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text.replace(/`[^`]*`/g, (code) => '`'.padEnd(code.length)));
    return found ? `"${found[0]}" (write: ${instead}) in: ${excerpt(text, found.index)}` : [];
  });

const nameWordsIn = (name: string): string[] => {
  if (standardNamePattern.test(name)) return [];
  const words = name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .replace('under way', 'underway')
    .split(/[ _]/);
  return words.flatMap((word) =>
    replacedNameWords.has(word) ? `${name} (write: ${replacedNameWords.get(word)})` : [],
  );
};

const excerpt = (text: string, around: number): string => {
  const from = Math.max(0, around - 40);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 100)}${text.length > from + 100 ? '…' : ''}`;
};
