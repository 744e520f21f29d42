import type { WordMeaning } from '../items.ts';
import { phraseKey } from './tokens.ts';

/** Words and phrases with their meanings. */
export class Dictionary {
  readonly entries = new Map<string, WordMeaning[]>();
  /** Words of the keys, each once. */
  readonly singleWords = new Set<string>();
  /** Number of words of the longest phrase. */
  mostWords = 0;

  add(phrase: string, item: WordMeaning): void {
    this.addItems(phraseKey(phrase), [item]);
  }

  /** Adds meanings to a key. A meaning that the key already has is not repeated. */
  addItems(key: string, added: readonly WordMeaning[]): void {
    if (key === '') return;
    const items = this.entries.get(key) ?? [];
    for (const item of added)
      if (!items.some((each) => JSON.stringify(each) === JSON.stringify(item))) items.push(item);
    this.entries.set(key, items);
    const words = key.split(' ');
    for (const word of words) this.singleWords.add(word);
    this.mostWords = Math.max(this.mostWords, words.length);
  }
}
