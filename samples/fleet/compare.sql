-- Two builds over a store, for DuckDB: which findings, and which rates, changed for which model.
--
--     .read tables.sql          (with the variable store, as it says)
--     CREATE TABLE labels AS FROM read_csv('labels.csv', header = true, all_varchar = true);
--     .read labels.sql
--     SET VARIABLE base = '1.4.0'; SET VARIABLE new = '1.5.0';
--     .read compare.sql
--     SELECT * FROM comparisons WHERE q <= 0.05 ORDER BY q;
--
-- One value counts for a capture: whether it has the finding, and the median of its rates. Values
-- of one capture are alike, and would make chance look like a difference if each counted.

CREATE OR REPLACE TABLE compared AS
  FROM labelled WHERE build IN (getvariable('base'), getvariable('new'));

CREATE OR REPLACE MACRO log_choose(n, k) AS lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);

-- Of x >= 0, with a relative error of at most 1.2e-7: a Chebyshev fit (Press and others, Numerical
-- Recipes, section 6.2).
CREATE OR REPLACE MACRO erfc_of(x, t) AS t * exp(-x * x - 1.26551223 + t * (1.00002368
  + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * (0.27886807 + t * (-1.13520398
  + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277)))))))));
CREATE OR REPLACE MACRO erfc(x) AS erfc_of(x, 1 / (1 + x / 2));

-- In how many captures a rule found something: a of n before, b of m now.
CREATE OR REPLACE VIEW shares AS
  WITH sizes AS (
    SELECT model, count(*) FILTER (build = getvariable('base')) AS n,
      count(*) FILTER (build = getvariable('new')) AS m
    FROM compared GROUP BY model
  ), hits AS (
    SELECT DISTINCT capture, build, model, rule
    FROM compared JOIN findings USING (capture)
    WHERE severity IN ('error', 'warning')
  )
  SELECT model, rule, count(*) FILTER (build = getvariable('base')) AS a, any_value(n) AS n,
    count(*) FILTER (build = getvariable('new')) AS b, any_value(m) AS m
  FROM hits JOIN sizes USING (model)
  WHERE n > 0 AND m > 0
  GROUP BY model, rule;

-- Fisher's exact test, two-sided: how probable a split at least as uneven is by chance.
CREATE OR REPLACE VIEW share_tests AS
  WITH splits AS (
    SELECT a, n, b, m, x,
      log_choose(n, x) + log_choose(m, a + b - x) - log_choose(n + m, a + b) AS log_p,
      log_choose(n, a) + log_choose(m, b) - log_choose(n + m, a + b) AS log_observed
    FROM (
      SELECT a, n, b, m, unnest(range(greatest(0, a + b - m), least(n, a + b) + 1)) AS x
      FROM (SELECT DISTINCT a, n, b, m FROM shares)
    )
  ), fisher AS (
    SELECT a, n, b, m, least(1, sum(exp(log_p)) FILTER (log_p <= log_observed + 1e-9)) AS p
    FROM splits GROUP BY a, n, b, m
  )
  SELECT model, rule AS subject, a / n AS before, b / m AS after, b / m > a / n AS worse, p,
    format('{} of {} captures, now {} of {}', a, n, b, m) AS words
  FROM shares JOIN fisher USING (a, n, b, m);

-- A rate of each capture.
CREATE OR REPLACE VIEW rates_of_captures AS
  SELECT model, build,
    format('{} of {}, {}', kind, coalesce(uuid, 'unknown'), direction) AS subject,
    median(throughput_bytes_per_s) AS value
  FROM (
    SELECT capture, 'transfers' AS kind, uuid, direction, throughput_bytes_per_s FROM transfers
    UNION ALL SELECT capture, 'runs', uuid, direction, throughput_bytes_per_s FROM runs
  )
  JOIN compared USING (capture)
  WHERE throughput_bytes_per_s IS NOT NULL
  GROUP BY capture, model, build, subject;

-- The rank-sum test of Wilcoxon, Mann and Whitney, two-sided, by the normal approximation, with
-- ties. It needs five captures of each build.
CREATE OR REPLACE VIEW rate_tests AS
  WITH ranked AS (
    SELECT model, subject, value, build = getvariable('new') AS is_new,
      rank() OVER (PARTITION BY model, subject ORDER BY value)
        + (count(*) OVER (PARTITION BY model, subject, value) - 1) / 2 AS rank,
      count(*) OVER (PARTITION BY model, subject, value) AS equal
    FROM rates_of_captures
  ), sums AS (
    SELECT model, subject, median(value) FILTER (NOT is_new) AS before,
      median(value) FILTER (is_new) AS after,
      (count(*) FILTER (NOT is_new))::DOUBLE AS n, (count(*) FILTER (is_new))::DOUBLE AS m,
      sum(rank) FILTER (is_new) AS ranks,
      -- Each of t equal values adds t * t - 1, so all t of them t * t * t - t.
      sum(equal::DOUBLE * equal - 1) AS ties
    FROM ranked GROUP BY model, subject
    HAVING n >= 5 AND m >= 5
  ), spread AS (
    SELECT *, n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1))) AS variance,
      greatest(0, abs(ranks - m * (n + m + 1) / 2) - 0.5) AS distance
    FROM sums
  )
  SELECT model, subject, before, after, after < before AS worse,
    CASE WHEN variance <= 0 THEN 1 ELSE least(1, erfc(distance / sqrt(2 * variance))) END AS p,
    format('median {:.0f} B/s, now {:.0f} B/s', before, after) AS words
  FROM spread;

-- All comparisons. Of those with q <= 0.05, at most 5 % are expected to be chance (Benjamini and
-- Hochberg, 1995): q is the least share at which a comparison would be among the differences.
CREATE OR REPLACE VIEW comparisons AS
  SELECT model, subject, words, before, after, worse, p,
    least(1, min(p * tests / position) OVER (ORDER BY position DESC)) AS q
  FROM (
    SELECT *, row_number() OVER (ORDER BY p, model, subject) AS position, count(*) OVER () AS tests
    FROM (FROM share_tests UNION ALL BY NAME FROM rate_tests)
  );
