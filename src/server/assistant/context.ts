import type { Dependencies } from '#server/core/dependencies.ts';
import type { AskableList } from '#shared/assistant/interpret.ts';
import type { Synonym } from '#shared/assistant/lexicon.ts';

/** User who asks, and the lists about which questions can be asked. */
export interface AskContext extends Pick<Dependencies, 'log'> {
  lists: readonly AskableList[];
  /** Name of the user who asks; `null` for a question without a user. */
  viewer: string | null;
  today: string;
  /** Words that administrators added. */
  synonyms: readonly Synonym[];
}
