import type { DraftFields } from './draft-store.ts';

/** Unsaved texts of the open forms, by the name of their draft. */
const texts = new Map<string, DraftFields>();

export function setUnsavedText(name: string, fields: DraftFields | undefined): void {
  if (fields === undefined) texts.delete(name);
  else texts.set(name, fields);
}

/** Returns the unsaved texts of all open forms, separated by empty lines; '' when there are none. */
export const joinUnsavedTexts = (): string =>
  [...texts.values()]
    .flatMap((fields) => Object.values(fields))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
