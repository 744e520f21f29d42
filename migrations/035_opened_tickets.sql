-- Our own key of a ticket that we opened: asked for again under it, it is the same ticket.
alter table crm_ticket add column external_key text;
create unique index crm_ticket_external_key on crm_ticket (external_key);

-- Tickets that were taken back while a pass over HubSpot may have read them already.
create table hubspot_withdrawn (
  ticket_id bigint primary key,
  at timestamptz not null
);
