import {pushTo} from '../domain/push-to.ts';
import {recordsIn} from './body-records.ts';
import {looseFit} from './creation-path.ts';
import {handleText} from './json-value.ts';
import type {Template} from './path-template.ts';

/** A recorded call as far as it says which values open a record's address. */
export type AnsweredCall = {
	method: string;
	segments: readonly string[];
	status: number | null;
	response: unknown;
	responseHeaders?: Readonly<Record<string, string>>;
};

type Opened = {place: number; value: string; call: AnsweredCall};

/** What opened the records of one template; each question is asked once for every record of a batch. */
type Openings = {
	all: readonly Opened[];
	byValue: ReadonlyMap<string, readonly Opened[]>;
	/** Worked out when it is first asked for. */
	keyFields: ReadonlySet<string> | null;
};

/**
 * What the recorded calls say about the addresses of records: which values were answered, and which field of a record
 * holds such a value. Every template is looked up once.
 */
export class MemberCalls {
	readonly #calls: readonly AnsweredCall[];
	readonly #opened = new Map<string, Openings>();

	/** @param calls in the order in which they were made */
	constructor(calls: readonly AnsweredCall[]) {
		this.#calls = calls;
	}

	/** Whether a call behind `place` with this value in the record's address was answered 2xx. */
	isOpened(template: Template, parameter: string, value: string, place: number): boolean {
		const last = this.#openedBy(template, parameter).byValue.get(value)?.at(-1);
		return last !== undefined && last.place > place;
	}

	/**
	 * Fields of records that were addressed by them: `GET /links/k9` that answers `{secret: "k9"}`, or a `k9` that a list
	 * or the answer of the creating call showed as `secret`.
	 */
	keyFields(template: Template, parameter: string): ReadonlySet<string> {
		const openings = this.#openedBy(template, parameter);
		openings.keyFields ??= keyFieldsOf(openings.all);
		return openings.keyFields;
	}

	/** The last answered GET of the record with this value in its address; null: there is none. */
	lastRead(template: Template, parameter: string, value: string): AnsweredCall | null {
		const opened = this.#openedBy(template, parameter).byValue.get(value) ?? [];
		return opened.findLast(one => one.call.method === 'GET')?.call ?? null;
	}

	#openedBy(template: Template, parameter: string): Openings {
		const key = `/${template.segments.join('/')} ${parameter}`;
		const known = this.#opened.get(key);
		if (known) return known;
		const all = this.#calls.flatMap((call, place): Opened[] => {
			const {method, segments, status} = call;
			if (method === 'OPTIONS' || status === null || status < 200 || status > 299) return [];
			const fit = looseFit(template.segments, segments, {method, segments});
			const value = fit?.values.get(parameter);
			return value === undefined ? [] : [{place, value, call}];
		});
		const byValue = new Map<string, Opened[]>();
		for (const one of all) pushTo(byValue, one.value, one);
		const openings = {all, byValue, keyFields: null};
		this.#opened.set(key, openings);
		return openings;
	}
}

function keyFieldsOf(opened: readonly Opened[]): ReadonlySet<string> {
	let fields: Set<string> | null = null;
	for (const {value, call} of opened) {
		const [record] = recordsIn(call.response, new Set());
		if (!record) continue;
		const own = Object.entries(record).flatMap(([key, held]) => (handleText(held) === value ? [key] : []));
		if (own.length === 0) continue;
		// What only sometimes equals the value in the address does not name the record.
		fields = fields === null ? new Set(own) : new Set(own.filter(key => fields!.has(key)));
	}
	return fields ?? new Set();
}
