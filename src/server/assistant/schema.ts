import type { ColumnType } from 'kysely';
import type { Outcome } from '#shared/assistant/assistant.ts';
import type { FeedbackVerdict } from '#shared/assistant/conversations.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends AssistantTables {}
}

interface AssistantTables {
  assistant_conversation: ConversationTable;
  assistant_turn: TurnTable;
  assistant_synonym: SynonymTable;
}

interface ConversationTable {
  conversation_id: string;
  user_id: string;
  title: string;
  created_at: Date;
  last_used_at: Date;
}

interface TurnTable {
  turn_id: string;
  conversation_id: string;
  position: number;
  question: string;
  prompt: string | null;
  kind: Outcome['kind'];
  reading: string | null;
  plan: ColumnType<unknown, string | null, string | null>;
  reason: string | null;
  unknown_words: string[];
  unknown_keys: string[];
  asked_at: Date;
  verdict: FeedbackVerdict | null;
  verdict_reason: string | null;
  verdict_at: Date | null;
}

interface SynonymTable {
  synonym_id: string;
  word: string;
  word_key: string;
  term: string;
  list: string | null;
  created_by: string | null;
  created_at: Date;
  removed_by: string | null;
  removed_at: Date | null;
  version: number;
}
