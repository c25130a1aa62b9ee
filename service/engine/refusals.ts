import {isIdSegment} from '../domain/endpoint-path.ts';

const patience = {firstMs: 500, longestMs: 4000};
/** More than the endpoints of an API; those beyond are always believed. */
const largest = 2000;

/**
 * Calls that a fresh token did not help: the API answers them 401 for another reason. Such a call is believed less
 * readily each time: only when the token has reached some age may it have expired. Bounded to 4 s, because it may indeed
 * have; so an API that answers 401 to everything costs a login every few seconds, not one per call.
 */
export class Refusals {
	readonly #patienceMs = new Map<string, number>();

	/** A fresh token was refused by this call, too; `call` is `GET /orders/7?x=1`. */
	note(call: string): void {
		const shape = shapeOf(call);
		const before = this.#patienceMs.get(shape);
		if (before === undefined && this.#patienceMs.size >= largest) return;
		this.#patienceMs.set(shape, Math.min(patience.longestMs, before === undefined ? patience.firstMs : 2 * before));
	}

	/** Whether a 401 to this call may mean that a token of this age, in milliseconds, has run out. */
	isBelievable(call: string, ageMs: number): boolean {
		return ageMs >= (this.#patienceMs.get(shapeOf(call)) ?? 0);
	}
}

/** Calls of one endpoint have one shape: without query and without ids. */
function shapeOf(call: string): string {
	const path = call.split('?', 1)[0] ?? '';
	return path
		.split('/')
		.map(segment => (isIdSegment(segment) ? '*' : segment))
		.join('/');
}
