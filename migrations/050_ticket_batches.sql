-- What somebody decided for many tickets of a campaign at once; it can be undone.
create table ticket_batch (
  batch_id uuid primary key,
  campaign_id uuid not null references ticket_campaign on delete cascade,
  what text not null check (what in ('reassign', 'end')),
  -- What was asked for, in words of ours: who gets the tickets, or what becomes of the open ones.
  detail jsonb not null,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  undone_by uuid references app_user,
  undone_at timestamptz
);
create index ticket_batch_campaign on ticket_batch (campaign_id, made_at);

alter table ticket_change
  -- Of a batch; when it meets another change, that one stays.
  add column batch_id uuid references ticket_batch on delete set null,
  -- The change of the same batch that this one takes back.
  add column undoes uuid,
  -- The CRM's time of the ticket right after a change of a batch, by which it is known for ours.
  add column left_at timestamptz,
  -- Nobody had touched the ticket before this change of a batch.
  add column on_untouched boolean not null default false;
create index ticket_change_batch on ticket_change (batch_id) where batch_id is not null;

alter table ticket_campaign
  -- Recipients that wait up to this one may have reached the CRM; null before the first.
  add column sent_until bigint;
update ticket_campaign c set sent_until = (
  select max(institution_id) from ticket_campaign_recipient r where r.campaign_id = c.campaign_id and r.state = 'sending');
update ticket_campaign_recipient set state = 'waiting' where state = 'sending';
alter table ticket_campaign_recipient drop constraint ticket_campaign_recipient_state_check;
alter table ticket_campaign_recipient add constraint ticket_campaign_recipient_state_check
  check (state in ('left_out', 'waiting', 'opened', 'refused', 'cancelled', 'withdrawn', 'kept'));

alter table ticket_campaign
  add column ended_by uuid references app_user,
  add column ended_at timestamptz,
  -- Where it goes back to when the end is undone.
  add column ended_from text check (ended_from in ('sent', 'cancelled'));
alter table ticket_campaign drop constraint ticket_campaign_state_check;
alter table ticket_campaign add constraint ticket_campaign_state_check
  check (state in ('sending', 'paused', 'cancelled', 'sent', 'undoing', 'undone', 'ended'));
