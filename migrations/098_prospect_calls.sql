-- User who closed a task for a prospect; null for an open task. For tasks closed before this column existed, the last editor is the best known user.
alter table prospect_task add column closed_by uuid;
update prospect_task set closed_by = updated_by where closed_at is not null;
alter table prospect_task add check ((closed_by is null) = (closed_at is null));

-- Kind of a note: a text that a user typed, or the record of a call. An undone call keeps its row, so that a repeated request is recognized.
alter table prospect_note
  add column kind text not null default 'note' check (kind in ('note', 'call')),
  add column undone_at timestamptz,
  add check (undone_at is null or kind = 'call');
update prospect_note set kind = 'call'
where body ~ '^Called: (reached|left a message|no answer|wrong number|not interested|do not contact)\.';
