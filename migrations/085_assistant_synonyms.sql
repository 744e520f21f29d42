-- Words that administrators added to the assistant: word stands for the existing term, in one list or in all lists (null). word_key is the
-- word in the form in which words are compared. version counts the changes of the whole table, so that its maximum grows with each of them.
create table assistant_synonym (
  synonym_id uuid primary key,
  word text not null,
  word_key text not null,
  term text not null,
  list text,
  created_by uuid references app_user on delete set null,
  created_at timestamptz not null,
  removed_by uuid references app_user on delete set null,
  removed_at timestamptz,
  version integer not null unique
);
create unique index assistant_synonym_word on assistant_synonym (word_key, coalesce(list, '')) where removed_at is null;
