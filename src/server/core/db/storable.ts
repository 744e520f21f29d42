/** A text from anywhere as PostgreSQL's text and jsonb can hold it: they have neither NUL nor half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();

/** A value as JSON whose texts jsonb can hold. */
export const storableJson = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? storable(each) : each));
