-- One model is in use: the newest of those that were.
update churn_model set state = 'replaced', chosen_by = null, chosen_at = null, chosen_reason = null
where state = 'current' and version < (select max(version) from churn_model where state = 'current');
create unique index churn_model_in_use on churn_model (state) where state = 'current';

-- What a model that is in the making says of the past, until it comes into use with it. A crash may lose it.
create unlogged table churn_prediction_staging (like churn_prediction including defaults including constraints);
