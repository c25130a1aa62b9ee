import {isSuccess} from '../domain/status.ts';
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

	/**
	 * Those that a read has shown something at. A PUT may be answered where nothing can be read: a 404 of a read says nothing
	 * there.
	 */
	readonly reads = {
		has: (url: string): boolean => this.#read.has(keyOfUrl(url)),
		add: (url: string): void => {
			this.#read.add(keyOfUrl(url));
			this.add(url);
		},
	};

	/** What a test was answered: a page instead of data shows nothing. */
	addCall(call: ObservedCall): void {
		if (!isSuccess(call.status) || saysError(call.response)) return;
		if (call.method === 'GET' && call.hasResponseBody && call.response === undefined) return;
		const key = keyOf(call.origin, call.segments, '');
		this.#addresses.add(key);
		if (call.method === 'GET') this.#read.add(key);
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

const keyOf = (origin: string, segments: readonly string[], search: string) =>
	`${origin} ${JSON.stringify(segments)} ${search}`;

function keyOfUrl(url: string): string {
	const {origin, pathname, search} = new URL(url);
	return keyOf(origin, segmentsOf(pathname), search);
}
