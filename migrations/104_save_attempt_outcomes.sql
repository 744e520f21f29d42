-- Outcome of an attempt to keep a customer that leaves after all. A successful attempt ends with the
-- withdrawal of the notice.
alter table save_attempt
  add column failed_at timestamptz,
  add column outcome_note text;
