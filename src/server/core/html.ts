const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** HTML that can be inserted into other HTML without escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Html[];

function written(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object'
    ? part.map(({ text }) => text).join('\n')
    : escapeHtml(String(part));
}

/**
 * Builds HTML. Escapes every value that is not `Html`. Attribute values must be in double quotes.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(
    strings
      .map((text, index) => (index === 0 ? text : written(parts[index - 1] ?? null) + text))
      .join(''),
  );
