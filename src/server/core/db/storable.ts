/** Replaces characters that PostgreSQL's text and jsonb cannot store: NUL and lone surrogates. */
export const storableText = (text: string): string =>
  text.replaceAll('\u0000', '\uFFFD').toWellFormed();

/** Serializes a value to JSON whose strings jsonb can store. */
export const storableJson = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? storableText(each) : each,
  );
