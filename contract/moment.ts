import * as z from 'zod/mini';

/** A calendar date, or a time with its distance to UTC; without one it is UTC. A `+` that a URL has made a blank counts. */
const isoPattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+\- ]\d\d:?\d\d)?)?$/i;
const epochPattern = /^\d{1,15}$/;

/**
 * A moment as people and programs write it: `2026-01-31` (its first instant in UTC), `2026-01-31T09:30:00+02:00`, or
 * milliseconds since 1970.
 * @returns milliseconds since 1970; null: it is none
 */
export function momentMs(text: string): number | null {
	if (epochPattern.test(text)) return Number(text);
	if (!isoPattern.test(text)) return null;
	const [, date = '', time, zone = 'Z'] =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+\- ]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
	const offset = zone
		.replace(' ', '+')
		.replace(/(\d\d)(\d\d)$/, '$1:$2')
		.toUpperCase();
	const moment = Date.parse(time === undefined ? date : `${date}T${time}${offset}`);
	// `2026-02-30` would be a day of March.
	return Number.isNaN(moment) || Number.isNaN(Date.parse(`${date}T00:00Z`)) || !isDay(date) ? null : moment;
}

/** The same of a field that may be absent, which the schema of its query has looked at. */
export const givenMs = (text: string | undefined): number | undefined =>
	text === undefined ? undefined : (momentMs(text) ?? undefined);

const isDay = (date: string): boolean => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);

/** The form of a query field that names a moment. */
export const moment = z.string().check(
	z.refine(text => momentMs(text) !== null, {
		message: 'must be a date, a time such as 2026-01-31T09:30:00Z, or milliseconds since 1970',
	}),
);
