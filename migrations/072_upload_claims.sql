alter table import_upload
  -- SHA-256 of the file as it was received; null for one that was sent before this was kept.
  add column sha256 text,
  -- Goes up whenever a worker takes the upload: a worker that lost it changes nothing any more.
  add column fence integer not null default 0,
  -- Rows that are not in the file of rejects, because it was full.
  add column rejects_left_out integer not null default 0,
  drop constraint import_upload_state_check,
  add constraint import_upload_state_check check (
    state in ('uploaded', 'to_check', 'checking', 'checked', 'to_import', 'importing', 'paused', 'cancelling', 'done', 'failed', 'cancelled')
  );

-- When an import was canceled: whatever it wrote is taken back, by whichever process comes to it.
alter table import_run add column canceled_at timestamptz;
