-- What a run told of itself, oldest first, as objects with a time and a text; never more than 200.
alter table job_run add column log jsonb not null default '[]';
