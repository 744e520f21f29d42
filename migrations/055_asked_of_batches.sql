-- What was asked for, by which a batch that is sent again is known.
alter table ticket_batch add column asked jsonb not null default '{}';
