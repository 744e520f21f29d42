-- Every list asks how new the directory's deals and tickets are, up to once a second.
create index crm_deal_updated_at on crm_deal (updated_at);
create index crm_ticket_updated_at on crm_ticket (updated_at);
