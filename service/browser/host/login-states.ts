import type {BrowserContext} from 'playwright-core';

/** What the browser keeps of somebody who has signed in. */
export type LoginState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Kept at most; the oldest goes first. */
const mostStates = 20;

/** Sign-ins that members of one batch and project share, in memory only. */
export class LoginStates {
	readonly #states = new Map<string, LoginState>();

	of(key: string | null): LoginState | null {
		return key === null ? null : (this.#states.get(key) ?? null);
	}

	keep(key: string | null, state: LoginState): void {
		if (key === null) return;
		this.#states.delete(key);
		this.#states.set(key, state);
		const [oldest] = this.#states.keys();
		if (this.#states.size > mostStates && oldest !== undefined) this.#states.delete(oldest);
	}

	forget(key: string | null): void {
		if (key !== null) this.#states.delete(key);
	}
}
