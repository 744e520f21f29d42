import { useEffect, useRef, useState } from 'react';
import { readPageUserId } from '#web/core/page-session.ts';
import {
  createDraftName,
  type Draft,
  type DraftFields,
  readDraftsFor,
  removeDraft,
  removeExcessDrafts,
  saveDraft,
} from './draft-store.ts';
import { setUnsavedText } from './unsaved-texts.ts';

interface Options {
  /** Purpose of the text with ids: 'note 12'. It stays the same while the form is open. */
  purpose: string;
  /** Current texts of the form. Never passwords, keys or tokens. */
  fields: DraftFields;
  /** Puts the texts of an earlier draft into the form. */
  onRestore: (fields: DraftFields) => void;
}

export interface FormDraft {
  /** `true` while the form has text that the server does not have. */
  isUnsaved: boolean;
  /** `false` when this browser can't keep the text. */
  isKept: boolean;
  /** Earlier draft for the same purpose, to restore or discard. */
  offered: Draft | undefined;
  restore: () => void;
  discard: () => void;
  /** Removes the draft of the form, because its text was saved. */
  done: () => void;
}

/**
 * Keeps the unsaved texts of a form in this browser until they are saved or discarded, so that they
 * survive the end of the session. A form that is empty again after saving needs no `done`.
 */
export function useDraft({ purpose, fields, onRestore }: Options): FormDraft {
  const [userId] = useState(readPageUserId);
  const [name, setName] = useState(() => createDraftName(userId ?? '', purpose));
  const [earlier, setEarlier] = useState<readonly Draft[]>(() =>
    userId === null ? [] : readDraftsFor(userId, purpose, Date.now()),
  );
  const [isKept, setKept] = useState(true);
  const text = JSON.stringify(fields);
  const [initialText] = useState(text);
  const savedText = useRef<string>(undefined);
  const isUnsaved = text !== initialText;
  const [offered, ...others] = earlier;

  // `text` stands for `fields`, which is a new object in each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (userId === null || text === savedText.current) return;
    setUnsavedText(name, isUnsaved ? fields : undefined);
    if (isUnsaved) {
      setKept(saveDraft(name, fields, Date.now()));
      removeExcessDrafts(userId, Date.now());
    } else removeDraft(name);
  }, [userId, name, text, isUnsaved]);
  useEffect(() => () => setUnsavedText(name, undefined), [name]);

  return {
    isUnsaved,
    isKept,
    offered,
    restore() {
      if (offered === undefined) return;
      // Text already in the form stays a draft of their own and are offered next.
      setEarlier(isUnsaved ? [{ name, savedAt: Date.now(), fields }, ...others] : others);
      setName(offered.name);
      onRestore(offered.fields);
    },
    discard() {
      if (offered === undefined) return;
      removeDraft(offered.name);
      setEarlier(others);
    },
    done() {
      savedText.current = text;
      setUnsavedText(name, undefined);
      removeDraft(name);
    },
  };
}
