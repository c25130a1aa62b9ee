import type {CallInput, Client} from '../../source/client/client.ts';
import type {ResponseOf, Route} from '../../contract/route.ts';
import {requireIdempotencyKey} from './require-idempotency-key.ts';

type Answer<R extends Route> = (input: CallInput<R>) => ResponseOf<R> | Promise<ResponseOf<R>>;
type Stub = {name: string; isOnce: boolean; used: number; answer: Answer<Route>};

/**
 * A service that answers exactly what a test said. Every answer is parsed by the schema of its route; a request that
 * nobody expected fails, and `check` fails when a stub was never used; both name what they are about.
 */
export class StrictClient implements Client {
	/** A test says so where it matters. */
	wasReached = false;
	private readonly stubs: Stub[] = [];
	private readonly unexpected: string[] = [];
	/** Every call, in order. */
	readonly calls: Array<{route: string; input: CallInput<Route>}> = [];

	/** Answers every call of a route. */
	always<R extends Route>(route: R, answer: Answer<R>): this {
		return this.add(route, answer, false);
	}

	/** Answers the next call of a route; later ones need a stub of their own. */
	once<R extends Route>(route: R, answer: Answer<R>): this {
		return this.add(route, answer, true);
	}

	async call<R extends Route>(route: R, input: CallInput<R> = {} as CallInput<R>): Promise<ResponseOf<R>> {
		this.calls.push({route: route.name, input: input as CallInput<Route>});
		requireIdempotencyKey(route, input);
		const stub = this.stubs.find(({name, isOnce, used}) => name === route.name && !(isOnce && used > 0));
		if (!stub) {
			this.unexpected.push(route.name);
			throw new Error(`Nobody expected ${route.name} ${JSON.stringify({...input, signal: undefined})}`);
		}
		stub.used++;
		const answer = await stub.answer(input as CallInput<Route>);
		input.signal?.throwIfAborted();
		return route.response.parse(answer) as ResponseOf<R>;
	}

	async close(): Promise<void> {}

	/** Names of the routes that were called. */
	names(): string[] {
		return this.calls.map(({route}) => route);
	}

	check(): void {
		if (this.unexpected.length > 0) throw new Error(`Nobody expected: ${this.unexpected.join(', ')}`);
		const unused = this.stubs.filter(({used}) => used === 0).map(({name}) => name);
		if (unused.length > 0) throw new Error(`Never asked for: ${unused.join(', ')}`);
	}

	private add<R extends Route>(route: R, answer: Answer<R>, isOnce: boolean): this {
		this.stubs.push({name: route.name, isOnce, used: 0, answer: answer as unknown as Answer<Route>});
		return this;
	}
}
