-- Questions of users to the assistant. Answers and rows are not stored: an answer is computed again from the stored plan.
create table assistant_conversation (
  conversation_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  title text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index assistant_conversation_user on assistant_conversation (user_id, last_used_at desc);
create index assistant_conversation_age on assistant_conversation (last_used_at);

-- prompt is the text of a question that was chosen instead of typed, such as 'Without Texas'. unknown_keys are the unknown words in the
-- form in which words are compared. reason says why a question was refused.
create table assistant_turn (
  turn_id uuid primary key,
  conversation_id uuid not null references assistant_conversation on delete cascade,
  position integer not null,
  question text not null,
  prompt text,
  kind text not null check (kind in ('answer', 'ask', 'refuse')),
  reading text,
  plan jsonb,
  reason text,
  unknown_words text[] not null,
  unknown_keys text[] not null,
  asked_at timestamptz not null,
  verdict text check (verdict in ('up', 'down')),
  verdict_reason text,
  verdict_at timestamptz,
  unique (conversation_id, position)
);
create index assistant_turn_refused on assistant_turn (asked_at desc) where kind = 'refuse';
create index assistant_turn_bad on assistant_turn (verdict_at desc) where verdict = 'down';
