-- Ids that files may spell in another way today: outside printable ASCII, or with a spreadsheet's marks. An import reads all of them.
drop index institution_unusual_id;
drop index location_unusual_id;
create index institution_unusual_id on institution (external_source) where external_id ~ '[^ -~]|^= *"|^''[-=+@]';
create index location_unusual_id on location (external_source) where external_id ~ '[^ -~]|^= *"|^''[-=+@]';
create index contract_unusual_id on contract (external_source) where contract_id ~ '[^ -~]|^= *"|^''[-=+@]';
create index contact_unusual_id on contact (external_source) where external_id ~ '[^ -~]|^= *"|^''[-=+@]';
create index prospect_unusual_id on prospect (source) where external_id ~ '[^ -~]|^= *"|^''[-=+@]';

-- Natural keys are made of names and addresses in the form that the code compares them in, which SQL cannot compute. The code renews the
-- stored keys when its rules are newer than these.
create table natural_key_rules (version integer not null);
insert into natural_key_rules values (1);
-- The renewed key where another row has it already. Both rows keep their key.
alter table practice_key add column shared_key text;
alter table prospect add column shared_key text;
create index practice_key_shared on practice_key (shared_key) where shared_key is not null;
create index prospect_shared on prospect (source, shared_key) where shared_key is not null;
