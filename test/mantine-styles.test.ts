import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const own = new Set(
  globSync('node_modules/@mantine/core/styles/*.css').map((file) =>
    file.replace(/^.*\/|\.css$/g, ''),
  ),
);
const everywhere = readFileSync('src/web/mantine.css', 'utf8');

it('a module imports the styles of its components unless every page has them', () => {
  const missing = globSync('src/web/**/*.tsx', { exclude: ['**/*.test.tsx'] }).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const names = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, list = '']) => list.split(',').map((name) => name.trim()),
    );
    return names
      .filter(
        (name) =>
          own.has(name) &&
          !everywhere.includes(`styles/${name}.css`) &&
          !text.includes(`styles/${name}.css`),
      )
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it('a filled red button has the dark shade on which white text is readable', () => {
  const tooLight = globSync('src/web/**/*.tsx').filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<Button\b(?:[^>]|=>)*>/g)].some(
      ([button]) => button.includes('color="red"') && !button.includes('variant='),
    ),
  );
  expect(tooLight).toEqual([]);
});
