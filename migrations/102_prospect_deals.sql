-- Deals that users created in the CRM for prospects. The CRM's id is null until the CRM has created the deal.
create table prospect_deal (
  deal_key uuid primary key,
  prospect_id bigint not null references prospect (prospect_id),
  deal_id bigint,
  -- Deal as it is sent to the CRM. Pipeline, stage and state are those in the CRM today.
  request jsonb not null,
  pipeline text,
  stage text,
  state text not null check (state in ('waiting', 'refused', 'open', 'won', 'lost')),
  -- Why the CRM refused the deal.
  problem text,
  -- True when the CRM has assigned the deal to a customer, whose pages then show it.
  is_of_customer boolean not null default false,
  opened_by uuid not null,
  opened_at timestamptz not null,
  check ((deal_id is null) = (state in ('waiting', 'refused'))),
  check ((problem is null) = (state <> 'refused'))
);
create index prospect_deal_by_prospect on prospect_deal (prospect_id);
create index prospect_deal_by_id on prospect_deal (deal_id);
create index prospect_deal_waiting on prospect_deal (opened_at) where state = 'waiting';

-- The cached list shows the CRM's stage.
create trigger prospect_deal_added after insert on prospect_deal
  referencing new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_deal_changed after update on prospect_deal
  referencing old table as old_rows new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_deal_removed after delete on prospect_deal
  referencing old table as old_rows for each statement execute function count_prospect_change();

-- True for a deal in a stage that HubSpot counts as won. The next full synchronization sets it for earlier deals.
alter table hubspot_deal add column won boolean not null default false;
