import type { Tables } from '../platform/postgres/table.ts'

/** The one value of the feed for each life of the database (decision 41). */
export const FEED_TABLES = {
  // One row with a random value: whoever empties the table (a restore, `portico after-recovery`) makes every cursor of before unknown.
  ended_feeds: {
    placement: 'copied',
    backup: 'left-out',
    madeBy: `
create table ended_feeds (
  feed  text not null primary key,
  epoch uuid not null
);`,
  },
} satisfies Tables
