import {isSuccess} from '../domain/status.ts';
import {kindOf} from '../inference/word-form.ts';
import {segmentsOf} from '../inference/path-template.ts';
import {saysError} from '../inference/answered-error.ts';
import type {ObservedCall} from './observed-call.ts';

/**
 * Addresses that have answered 2xx in a batch: a 404 of their DELETE says that the record is gone, while one of an address
 * that never answered may only say that nobody lives there.
 */
export class ShownAddresses {
	readonly #addresses = new Set<string>();
	readonly #deleted = new Set<string>();
	readonly #read = new Set<string>();
	readonly #members = new Set<string>();

	/**
	 * Those that a read has shown something at. A PUT may be answered where nothing can be read: a 404 of a read says nothing
	 * there.
	 */
	readonly reads = {
		has: (url: string): boolean => this.#read.has(keyOfUrl(url)),
		add: (url: string): void => {
			this.#read.add(keyOfUrl(url));
			this.#members.add(memberOf(segmentsOf(new URL(url).pathname)));
			this.add(url);
		},
		/** Whether a record of this kind and handle was read at an address of its own, below whatever path. */
		hasMember: (collection: string, handle: string): boolean => this.#members.has(memberOf([collection, handle])),
	};

	/** What a test was answered: a page instead of data shows nothing. */
	addCall(call: ObservedCall): void {
		if (!isSuccess(call.status) || saysError(call.response)) return;
		if (call.method === 'GET' && call.hasResponseBody && call.response === undefined) return;
		const key = keyOf(call.origin, call.segments, '');
		this.#addresses.add(key);
		if (call.method !== 'GET') return;
		this.#read.add(key);
		this.#members.add(memberOf(call.segments));
	}

	add(url: string): void {
		this.#addresses.add(keyOfUrl(url));
	}

	has(url: string): boolean {
		return this.#addresses.has(keyOfUrl(url));
	}

	/** A DELETE of this endpoint has worked. */
	addDeleted(path: string): void {
		this.#deleted.add(path);
	}

	hasDeleted(path: string): boolean {
		return this.#deleted.has(path);
	}
}

/** `comment 3` of `/comments/3`. */
const memberOf = (segments: readonly string[]): string => `${kindOf(segments.at(-2) ?? '')} ${segments.at(-1) ?? ''}`;

const keyOf = (origin: string, segments: readonly string[], search: string) =>
	`${origin} ${JSON.stringify(segments)} ${search}`;

function keyOfUrl(url: string): string {
	const {origin, pathname, search} = new URL(url);
	return keyOf(origin, segmentsOf(pathname), search);
}
