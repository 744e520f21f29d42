-- The optional language model is a provider whose last answer and failure are recorded.
alter table provider_call drop constraint provider_call_provider_check;
alter table provider_call add check (provider in ('identity', 'crm', 'places', 'llm'));
