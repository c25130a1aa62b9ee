import type {ObservedCall} from './observed-call.ts';
import {keysGone, keysShown, type RecordKey} from './record-keys.ts';

/** When the answers of other batches showed a record, first and last, and when it was gone. Epoch milliseconds. */
export type Life = {firstAt: number; lastAt: number; goneAt: number | null};

/** What is known of other batches. */
export type EarlierLives = Pick<ReadonlyMap<RecordKey, Life>, 'get'>;

/** Clocks and latencies are rounded to milliseconds. */
const toleranceMs = 1;

/**
 * What answers had shown before a call was sent: those of its own batch, in the order in which they came, and those of
 * other batches.
 */
export class Sightings {
	/** In the order in which their answers came. */
	readonly #answered: readonly ObservedCall[];
	/** Place of each call in the order in which they were sent, by its id. */
	readonly #places: ReadonlyMap<string, number>;
	readonly #earlier: EarlierLives;
	/** Last time that each key was shown, and gone. */
	readonly #shown = new Map<RecordKey, number>();
	readonly #gone = new Map<RecordKey, number>();
	#next = 0;

	/** @param earlier what was stored of other batches, at least for the keys that will be asked for */
	constructor(calls: readonly ObservedCall[], earlier: EarlierLives = new Map()) {
		this.#answered = [...calls].sort((a, b) => a.answeredAt - b.answeredAt);
		this.#places = new Map(calls.map(({id}, place) => [id, place]));
		this.#earlier = earlier;
	}

	/**
	 * When the last answer that had come before the call was sent showed one of the keys; null: none did, or it was deleted
	 * since. Calls have to be asked for in the order in which they were sent.
	 *
	 * @param isNamed what the call has sent is in its answer, and only its execution has that name: an answer of which nobody
	 *   knows whether it came before or after the call was sent has shown what the call made
	 */
	lastShown(call: ObservedCall, keys: readonly RecordKey[], isNamed = false): number | null {
		this.#readUntil(call.startedAt - toleranceMs);
		let shown = Number.NEGATIVE_INFINITY;
		let gone = Number.NEGATIVE_INFINITY;
		for (const key of keys) {
			shown = Math.max(shown, this.#shown.get(key) ?? shown);
			gone = Math.max(gone, this.#gone.get(key) ?? gone);
			const life = this.#earlier.get(key);
			if (!life || life.firstAt >= call.startedAt) continue;
			// One that is still shown later may have been shown at any moment before.
			shown = Math.max(shown, Math.min(life.lastAt, call.startedAt));
			if (life.goneAt !== null && life.goneAt < call.startedAt) gone = Math.max(gone, life.goneAt);
		}
		// Of the same millisecond nobody knows which was first, except within one test.
		for (let place = this.#next; place < this.#answered.length; place++) {
			const answer = this.#answered[place]!;
			if (answer.answeredAt > call.startedAt + toleranceMs) break;
			const isOfSameTest = answer.runId === call.runId;
			const isAfter = !isOfSameTest && (isNamed || isBeside(answer, call));
			if (answer.id === call.id || this.#follows(answer, call) || isAfter) continue;
			const at = this.#timeOf(answer, place);
			const [keysThere, keysAway] = [keysShown(answer), new Set(keysGone(answer))];
			if (keys.some(key => keysThere.has(key))) shown = Math.max(shown, at);
			if (keys.some(key => keysAway.has(key))) gone = Math.max(gone, at);
		}
		return shown > gone && !this.#isFreedBeside(call, keys, shown) ? shown : null;
	}

	/**
	 * Whether what was shown was deleted while the call was under way: `POST /grades` that is answered 36 after grade 36 was
	 * deleted has made another one. Many databases give the highest number again.
	 */
	#isFreedBeside(call: ObservedCall, keys: readonly RecordKey[], shown: number): boolean {
		if (call.method !== 'POST') return false;
		for (let place = this.#next; place < this.#answered.length; place++) {
			const answer = this.#answered[place]!;
			if (answer.answeredAt > call.answeredAt) break;
			if (answer.id === call.id || this.#follows(answer, call) || this.#timeOf(answer, place) <= shown) continue;
			if (keysGone(answer).some(key => keys.includes(key))) return true;
		}
		return false;
	}

	/** Whether a test has sent a call behind another one of its own. */
	#follows(answer: ObservedCall, call: ObservedCall): boolean {
		return answer.runId === call.runId && (this.#places.get(answer.id) ?? 0) > (this.#places.get(call.id) ?? 0);
	}

	/** Answers of one millisecond keep their order. */
	#timeOf(answer: ObservedCall, place: number): number {
		return answer.answeredAt + place / this.#answered.length;
	}

	#readUntil(time: number): void {
		for (; this.#next < this.#answered.length; this.#next++) {
			const answer = this.#answered[this.#next]!;
			if (answer.answeredAt >= time) return;
			const at = this.#timeOf(answer, this.#next);
			for (const key of keysShown(answer)) this.#shown.set(key, at);
			for (const key of keysGone(answer)) this.#gone.set(key, at);
		}
	}
}

/** Whether a call was sent no earlier than another one, and answered no earlier: what it shows may be what that has made. */
const isBeside = (answer: ObservedCall, call: ObservedCall): boolean =>
	answer.startedAt >= call.startedAt && answer.answeredAt >= call.answeredAt;
