import {isSuccess} from '../domain/status.ts';
import {pushTo} from '../domain/push-to.ts';
import {onlyRecordIn} from '../inference/body-records.ts';
import {type JsonObject, scalarText} from '../inference/json-value.ts';
import {segmentsOf} from '../inference/path-template.ts';
import {kindOf} from '../inference/word-form.ts';
import type {ObservedCall} from './observed-call.ts';
import type {RecordPart} from './record-parts.ts';

/** A change of what stands at an address, with what it says of the record there. */
type Change = {place: number; answered: JsonObject | null; sent: JsonObject | null};

/**
 * Changes that have given a record another address, such as a slug that follows its title: the DELETE of the old one would
 * answer 404 while the record is still there.
 */
export class Moves {
	readonly #changes = new Map<string, Change[]>();
	/** Places of successful GETs by path. */
	readonly #reads = new Map<string, number[]>();
	/** Places of the changes that have been followed. */
	readonly #followed = new Set<number>();

	/** @param calls in the order in which they were made */
	constructor(calls: readonly ObservedCall[]) {
		for (const [place, {method, status, segments, request, response}] of calls.entries()) {
			if (!isSuccess(status)) continue;
			const path = segments.join('/');
			if (method === 'GET') pushTo(this.#reads, path, place);
			if (method !== 'PUT' && method !== 'PATCH') continue;
			const kinds = new Set([kindOf(segments.at(-2) ?? '')]);
			const [answered, sent] = [onlyRecordIn(response, kinds), onlyRecordIn(request, kinds)];
			pushTo(this.#changes, path, {place, answered, sent});
		}
	}

	/**
	 * The record with the address and the handle that later changes gave it. A record that can still be read at its old
	 * address has not moved.
	 *
	 * @param place of the call that made it
	 */
	follow(part: RecordPart, place: number): RecordPart {
		let {handle, deletion} = part;
		if (part.deleteWith !== null || this.#changes.size === 0) return part;
		const names = Object.entries(part.record ?? {}).flatMap(([name, value]) =>
			handle !== null && scalarText(value) === handle ? [name] : [],
		);
		for (let after = place; handle !== null && deletion !== null && names.length > 0; ) {
			const path = segmentsOf(new URL(deletion.url).pathname);
			const move = path.at(-1) === handle ? this.#next(path, names, after) : null;
			if (move === null) break;
			after = move.place;
			this.#followed.add(after);
			deletion = {...deletion, url: withLast(deletion.url, handle, move.handle)};
			handle = move.handle;
		}
		return deletion === part.deletion ? part : {...part, handle, deletion};
	}

	/** A call that only gave another address to a record that was followed here. */
	isMove(place: number): boolean {
		return this.#followed.has(place);
	}

	/** The next change after a place that names another handle. */
	#next(path: readonly string[], names: readonly string[], after: number): {place: number; handle: string} | null {
		const old = path.at(-1);
		for (const {place, answered, sent} of this.#changes.get(path.join('/')) ?? []) {
			if (place <= after) continue;
			const source = answered ?? sent;
			const handle = names.flatMap(name => scalarText(source?.[name]) ?? []).find(value => value !== old);
			if (handle === undefined || handle === '' || this.#isRead(path, place)) continue;
			// What was only asked for counts once it can be read.
			if (answered !== null || this.#isRead([...path.slice(0, -1), handle], place)) return {place, handle};
		}
		return null;
	}

	#isRead(path: readonly string[], after: number): boolean {
		return this.#reads.get(path.join('/'))?.some(place => place > after) ?? false;
	}
}

/** The address with another last segment. */
function withLast(url: string, old: string, handle: string): string {
	const address = new URL(url);
	const segments = address.pathname.split('/');
	const place = segments.findLastIndex(segment => segment === encodeURIComponent(old) || segment === old);
	segments[place] = encodeURIComponent(handle);
	address.pathname = segments.join('/');
	return address.href;
}
