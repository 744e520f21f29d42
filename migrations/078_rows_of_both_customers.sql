-- The customer's id when the campaign was made: it is in the ticket's key. Two customers of a campaign that are merged keep both tickets.
alter table ticket_campaign_recipient add column target_id bigint;
update ticket_campaign_recipient set target_id = institution_id;
alter table ticket_campaign_recipient alter column target_id set not null,
  drop constraint ticket_campaign_recipient_pkey,
  add primary key (institution_id, campaign_id, target_id);
drop index ticket_campaign_recipient_state;
create index ticket_campaign_recipient_state on ticket_campaign_recipient (campaign_id, state, target_id);

-- A rule that fired for both of two merged customers on one day fired for a call of each.
alter table call_firing drop constraint call_firing_pkey, add primary key (institution_id, rule_id, fired_on, call_id);
