-- One outreach ticket for each customer of a segment.
create table ticket_campaign (
  campaign_id uuid primary key,
  name text not null,
  -- All that the person decided, as it was sent; the columns after it are what is asked for often.
  draft jsonb not null,
  kind text not null,
  due_on date not null,
  -- sent: each recipient is settled. undoing: what nobody has touched is being withdrawn.
  state text not null check (state in ('sending', 'paused', 'cancelled', 'sent', 'undoing', 'undone')),
  -- Why the CRM could not be asked the last time; null since it answered.
  problem text,
  -- Counts every change of the campaign and its recipients.
  version integer not null default 1,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  -- When the last ticket was opened, or the rest was cancelled.
  finished_at timestamptz,
  undone_by uuid references app_user,
  undone_at timestamptz
);
create index ticket_campaign_at_work on ticket_campaign (made_at) where state in ('sending', 'paused', 'undoing');

create table ticket_campaign_recipient (
  institution_id bigint not null,
  campaign_id uuid not null references ticket_campaign on delete cascade,
  -- In the CRM; null for one that is left out.
  owner_id bigint,
  -- As the ticket is opened; empty for one that is left out.
  subject text not null,
  body text not null,
  -- sending: it may have reached the CRM, so it is sent again under the same key until the CRM has said what became of it.
  state text not null
    check (state in ('left_out', 'waiting', 'sending', 'opened', 'refused', 'cancelled', 'withdrawn', 'kept')),
  -- Why it was left out, refused or kept.
  reason text,
  ticket_id bigint,
  -- The CRM's time of the ticket's last change when it was opened: whoever touches it changes that.
  seen_at timestamptz,
  settled_at timestamptz,
  primary key (institution_id, campaign_id)
);
create index ticket_campaign_recipient_state on ticket_campaign_recipient (campaign_id, state, institution_id);
