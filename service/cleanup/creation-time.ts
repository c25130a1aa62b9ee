import {isObject} from '../inference/json-value.ts';
import {plainName} from '../inference/word-form.ts';
import type {ObservedCall} from './observed-call.ts';

/** Names of fields that say when a record was created, without case and separators. */
const names =
	/^(?:(?:date|time)?(?:created|creation|inserted)(?:at|on|date|datetime|time|timestamp|utc|ts|ms)?|created?(?:at|date|time)|createtime|ctime|crtime)$/;

/** Times before this are numbers of something else. */
const earliest = Date.parse('2000-01-01T00:00:00Z');
const zoneless = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;
const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)$/i;

type CreationTime = {
	field: string;
	/** Epoch milliseconds; of a text without a zone, as if it were UTC. */
	at: number;
	hasZone: boolean;
};

/** What an answer says of when its record was created; null: nothing. A bare date says too little. */
export function creationTimeIn(record: unknown, depth = 0): CreationTime | null {
	if (!isObject(record)) return null;
	for (const [field, value] of Object.entries(record)) {
		if (!names.test(plainName(field))) continue;
		const time = timeOf(value);
		if (time) return {field, ...time};
	}
	// `{id, meta: {createdAt}}`
	if (depth === 0)
		for (const field of ['meta', 'metadata', 'attributes', 'timestamps', '_meta']) {
			const time = creationTimeIn(record[field], 1);
			if (time) return time;
		}
	return null;
}

function timeOf(value: unknown): {at: number; hasZone: boolean} | null {
	const number = typeof value === 'number' ? value : /^\d{10,13}$/.test(String(value)) ? Number(value) : null;
	if (number !== null) {
		const at = number < 1e11 ? number * 1000 : number;
		return at >= earliest && at < 1e13 ? {at, hasZone: true} : null;
	}
	if (typeof value !== 'string') return null;
	const text = value.trim();
	const hasZone = zoned.test(text);
	if (!hasZone && !zoneless.test(text)) return null;
	const at = Date.parse(`${text.replace(' ', 'T').replace(',', '.').replace(/\s+/, '')}${hasZone ? '' : 'Z'}`);
	return Number.isNaN(at) ? null : {at, hasZone};
}

/** Seconds are cut off on both sides. */
const roundingMs = 2000;
/** A text without a zone may be of any. */
const anyZoneMs = 14 * 3_600_000;
/** Without a `Date` header nobody knows by how much the clock of the API differs. */
const unknownSkewMs = 60_000;

/**
 * Whether a time lies within the call that created a record, by the clock of the API: the `Date` header of the same
 * answer says by how much it differs from the clock of this machine. `during`, `before`, or null where the clocks leave
 * it open.
 */
export function whenCreated(
	{at, hasZone}: CreationTime,
	call: Pick<ObservedCall, 'targetClock' | 'startedAt' | 'answeredAt'>,
): 'during' | 'before' | null {
	const skew = call.targetClock === null ? 0 : call.targetClock - call.answeredAt;
	const known = Math.abs(skew) <= roundingMs ? 0 : skew;
	const since = call.startedAt;
	if (at >= since + known - roundingMs && at <= call.answeredAt + known + roundingMs) return 'during';
	const doubt = roundingMs + (hasZone ? 0 : anyZoneMs) + (call.targetClock === null ? unknownSkewMs : 0);
	return at < since + known - doubt ? 'before' : null;
}
